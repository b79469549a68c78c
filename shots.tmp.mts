import { createServer } from 'node:http';
import { createRequire } from 'node:module';
const require = createRequire('/work/wt/faces/package.json');
const { chromium } = require('playwright-core');
const { buildApp, createClock } = await import('/work/wt/faces/sandbox/app.ts');
const twice = { level: 'change', happened: '1 person got the same message again when the workflow got the same items twice.', advice: 'Add a Once Key, such as an order number: the node then sends each message only once.', where: 'Send the SMS: Options → Once Key → Key' };
const row = (situation, o = {}) => ({ situation, happens: 'The service accepts everything.', arrived: 2, twice: 0, refused: 0, unknown: 0, told: null, findings: [], ...o });
const report = { workflow: '03 Form to SMS', seed: 1980338834, replaced: [{ what: 'The credential', by: "the sandbox's" }, { what: 'On form submission', by: 'items that the check has made', items: [{ 'Phone number': '+370 600 12345', Name: 'Ada', submittedAt: '2026-11-27T03:13:14.301Z' }] }],
 rows: [row('all well', { twice: 1, findings: [twice] }), row('busy', { happens: 'The service is busy: it refuses the first two requests, and takes five in a second.', refused: 2, twice: 1, findings: [twice] }), row('an answer is lost', { unknown: 1, told: true, twice:1, findings: [twice] }), row('out of money', { happens: 'Your account has no money left, so nothing can be sent.', arrived: 0, refused: 3, told: true }), row('slow', { happens: 'Each answer takes 0.3 seconds.', findings: [{ level: 'know', happened: 'Nothing limits how many messages “Send the SMS” sends in one run.', advice: 'Set Max Messages to what you expect.', where: 'Send the SMS: Options → Limits → Max Messages' }] })] };
let state = { status: 'done', workflow: report.workflow, report };
const checker = createServer((q, s) => s.end(JSON.stringify(q.url === '/workflows' ? [{ id: '1', name: '03 Form to SMS' }, { id: '2', name: '10 Order confirmation' }] : state))).listen(0);
await new Promise((r) => checker.once('listening', r));
const app = await buildApp({ clock: createClock(), check: { address: `http://127.0.0.1:${checker.address().port}`, token: 't' } });
const address = await app.listen({ port: 0, host: '127.0.0.1' });
const emptyApp = await buildApp({ clock: createClock(), check: { address: `http://127.0.0.1:1`, token: 't' } });
const emptyAddress = await emptyApp.listen({ port: 0, host: '127.0.0.1' });
const post = (path, body) => app.inject({ method: 'POST', url: path, headers: { 'x-apikey': 'sandbox-key', accept: '*/*', 'content-type': 'application/json' }, payload: JSON.stringify(body) });
for (const [to, text] of [['37060010005', 'Sveiki, Rūta! Jūsų užsakymas Nr. 2041 priimtas.'], ['37060000002', 'Your appointment is tomorrow at 10:00.'], ['4915112345678', 'Grüße aus Vilnius! Ihr Fahrrad ist repariert.'], ['37060010005', 'Labas, Rūta! Your bike is ready. We checked the brakes, changed the chain, and pumped up the tires. The bill is €84.50. You can come by until 7 PM today. https://shop.example/x Ačiū!']]) await post('/v1/sms/single', { to, from: 'Shop', text });
await post('/v1/sms/single', { to: '37060000400', from: 'Shop', text: 'x' });
await post('/v1/sms/single', { to: '37060010005', from: 'Shop', text: 'Sveiki, Rūta! Jūsų užsakymas Nr. 2041 priimtas.' });
await post('/contacts/import', [{ phoneNumber: '37060012345', firstName: 'Rūta', lastName: 'Kazlauskienė', city: 'Vilnius' }]);
await post('/suppression', { phoneNumber: '37065511223', reason: 'asked to stop' });
await post('/campaigns', { name: 'Sale', from: 'Shop', text: 'Hi', recipients: ['37060012347', '37060012348'] });
await post('/campaigns', { name: 'Black Friday', from: 'Shop', text: 'Hi', recipients: ['37060012347', '37060012348'] });
await post('/_sandbox/clock', { advanceMs: 60000 });
await post('/_sandbox/faults', { kind: 'status', status: 503 });
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-gpu'] });
const only = process.argv[2];
for (const colorScheme of ['light', 'dark']) for (const width of [1280, 390]) {
 const context = await browser.newContext({ viewport: { width, height: width === 390 ? 844 : 900 }, colorScheme, deviceScaleFactor: 1 });
 const page = await context.newPage();
 page.on('pageerror', (e) => console.log('ERR', e.message));
 for (const [name, hash, addr] of [['messages', '#messages?to=37060010005', address], ['inbox', '#messages', address], ['check', '#check', address], ['failures', '#failures', address], ['people', '#people', address], ['request', '#request-4', address], ['empty', '#messages', emptyAddress]]) {
  if (only && !only.split(',').includes(name)) continue;
  if (name === 'inbox' && width !== 390) continue;
  await page.goto(`${addr}/?x=${name}${hash}`);
  await page.waitForTimeout(1200);
  if (name === 'check') for (const s of await page.locator('summary').all()) await s.click();
  await page.screenshot({ path: `/tmp/shots/${name}-${width}-${colorScheme}.png`, fullPage: false });
 }
 await context.close();
}
await browser.close(); await app.close(); await emptyApp.close(); checker.close();

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

import { sms } from '../../sandbox/startSandbox';
import { repositoryRoot } from '../../../dev/places';
import { button, expect, expectUsable, page, sandbox, says, test } from '../support/sandboxPage';

const views = ['messages', 'check', 'failures', 'people', 'requests'];

async function open(hash = ''): Promise<void> {
	await page.goto(`/${hash}`);
	await expect(page.getByText('live', { exact: true })).toBeVisible();
	await expect(page.locator('main > *').first()).toBeVisible();
}

/** Goes to a view of the page that is open. */
async function show(view: string): Promise<void> {
	await page.evaluate((hash) => (location.hash = hash), `#${view}`);
	await expect(page.locator('main > *').first()).toBeVisible();
}

/** Check has its own where there is something to check. */
const mainButtonsOf = (view: string) => (/^(failures|request-)/.test(view) ? 1 : 0);

/** None of them is a test number. */
const numberOf = (place: number) => `3706${String(place).padStart(6, '0')}7`;
const sendMany = async (count: number) => {
	for (let begin = 0; begin < count; begin += 1_000) {
		const places = Array.from({ length: Math.min(1_000, count - begin) }, (_, one) => begin + one);
		const batch = places.map((place) => sms({ to: numberOf(place), text: `Order ${place}` }));
		await sandbox.post('/v1/sms/bulk', batch);
	}
};
const rows = () => page.locator('.inbox .row');
const bubble = async (text: string | RegExp) =>
	await expect(page.locator('.bubble').getByText(text)).toBeVisible();

/** What is copied by a button, which says so. */
async function copiedBy(name: string): Promise<string> {
	const copying = page.getByRole('button', { name });
	await copying.click();
	await expect(copying.getByText('Copied')).toBeVisible();
	return await page.evaluate(async () => await navigator.clipboard.readText());
}

test.describe('A few of everything', () => {
	test.beforeEach(async () => {
		await sandbox.post(
			'/v1/sms/single',
			sms({ text: `Long ${'a'.repeat(200)} https://a.example/b` }),
		);
		await sandbox.post('/v1/sms/single', sms({ to: '37060000002', from: 'Bikes', text: 'Fails' }));
		await sandbox.post('/v1/sms/single', sms({ to: '37060000400' }));
		await sandbox.post('/viber', { ...sms(), buttonText: 'Open', buttonUrl: 'https://a.example' });
		await sandbox.post('/email', {
			...{ to: 'ada@example.com', from: 'a@b.co', subject: 'Your order' },
			html: '<style>h1{color:rgb(1,2,3)}</style><h1>Ready</h1>',
		});
		const contact = { phoneNumber: '37060012345', firstName: 'Ada' };
		const { body } = await sandbox.post('/contacts/import', [contact]);
		await sandbox.post(`/contacts/${body[0].contactId}/consent`, {
			channel: 'sms',
			status: 'granted',
		});
		await sandbox.post('/suppression', { phoneNumber: '37060012346', reason: 'asked to stop' });
		const recipients = ['37060012347', '37060012348'];
		await sandbox.post('/campaigns', { name: 'Sale', from: 'Shop', text: 'Hi', recipients });
		await sandbox.control('clock', { advanceMs: 60_000 });
	});

	for (const width of [320, 390, 1280])
		for (const colorScheme of ['light', 'dark'] as const)
			test(`every view can be used by everybody: ${colorScheme}, ${width} pixels wide`, async () => {
				await page.setViewportSize({ width, height: 900 });
				await page.emulateMedia({ colorScheme });
				await open();
				const numbers = ['to=37060012345', 'channel=viber&to=37060012345'];
				const others = ['channel=email&to=ada%40example.com', 'find=nothing'];
				const messages = [...numbers, ...others].map((query) => `messages?${query}`);
				for (const view of [...views, ...messages, 'request-3']) {
					await show(view);
					if (view.startsWith('request-')) await says('Headers');
					await expectUsable(page, view);
					// Everybody sees what a view is for.
					await expect(page.locator('main .main'), view).toHaveCount(mainButtonsOf(view));
				}
			});

	for (const [view, told] of [
		[
			'messages',
			['navigation "Channels":', 'link "SMS 4"', 'region "Conversation":', 'heading "Balance"'],
		],
		['check', ['article "Check a workflow":', 'heading "Check a workflow" [level=2]']],
		[
			'failures',
			['article "What arrived":', 'article "Make it fail":', 'article "Try a situation":'],
		],
		['people', ['article "Opted-out numbers (1)":', 'button "Remove +370 600 12346": Remove']],
		[
			'requests',
			['region "Requests":', 'searchbox "Search paths, recipients"', 'region "Request":'],
		],
	] as const)
		test(`a screen reader is told what is in the view ${view}`, async () => {
			await open(`#${view}`);
			const tree = await page.locator('body').ariaSnapshot();
			expect(tree).toContain('- navigation "Views":');
			for (const one of told) expect(tree).toContain(`- ${one}`);
			// Whatever can be used has a name.
			expect(tree).not.toMatch(/- (button|link|combobox|searchbox|spinbutton|region)(:| \[|$)/m);
		});

	for (const view of views)
		test(`a keyboard alone reaches and uses the view ${view}`, async () => {
			await open('#messages');
			const link = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
			await link.nth(views.indexOf(view)).focus();
			await page.keyboard.press('Enter');
			await page.waitForFunction((name) => location.hash.startsWith(`#${name}`), view);
			const usable = page.locator('main :is(a[href], button, input, select, summary):visible');
			const wanted = await usable.count();
			await page.locator('main').focus();
			const reached = new Set<string>();
			for (let tab = 0; tab < wanted + 60 && reached.size < wanted; tab += 1) {
				await page.keyboard.press('Tab');
				const at = await page.evaluate(() => {
					const all = document.querySelectorAll(
						'main :is(a[href], button, input, select, summary)',
					);
					const place = [...all].indexOf(document.activeElement!);
					const outline = getComputedStyle(document.activeElement!);
					const isSeen = outline.outlineStyle !== 'none' || outline.boxShadow !== 'none';
					return { place, isSeen };
				});
				if (at.place >= 0) {
					reached.add(String(at.place));
					expect(at).toMatchObject({ isSeen: true });
				}
			}
			expect([view, reached.size]).toEqual([view, wanted]);
		});

	test('a long name of a campaign is cut, and its state stands in the panel too', async () => {
		const campaign = { name: 'A long name '.repeat(20), from: 'Shop', text: 'Hi' };
		await sandbox.post('/campaigns', { ...campaign, recipients: ['37060012347'] });
		await open('#people');
		const panel = page.getByRole('article', { name: 'Campaigns' });
		const [around, tag] = [panel, panel.locator('.tag').first()].map((one) => one.boundingBox());
		const [{ x, width }, inside] = [(await around)!, (await tag)!];
		expect(inside.x + inside.width).toBeLessThan(x + width);
	});

	test('a link and a reload show the same conversation, request, and search', async () => {
		await open('#messages?to=37060000002&find=fails');
		await says('error 27: phone off or out of reach');
		await page.reload();
		await says('error 27: phone off or out of reach');
		await expect(page.getByRole('searchbox')).toHaveValue('fails');
		await expect(rows()).toHaveCount(1);
		await page.goto(`${sandbox.address}/#request-3`);
		await expect(
			page.getByText('the number is refused').or(page.getByText('0400')).first(),
		).toBeVisible();
		await page.getByRole('link', { name: 'Messages' }).click();
		await says('error 27: phone off or out of reach');
		await expect(page.getByRole('searchbox')).toHaveValue('fails');
		await page.getByRole('link', { name: 'People' }).click();
		await page.getByRole('link', { name: 'Requests', exact: true }).click();
		await says('special_recipient');
		expect(new URL(page.url()).hash).toBe('#request-3');
	});

	test('an address that leads nowhere shows a view', async () => {
		const queries = ['messages?to=%zz&state=9', 'messages?channel=fax&find=('];
		const hashes = ['nowhere', 'request-99', '__proto__', ...queries];
		for (const [place, hash] of hashes.entries()) {
			await open(`?${place}#${hash}`);
			await expect(page.locator('main .inbox'), hash).toBeVisible();
		}
	});

	test('narrow, one thing is shown at a time, and the way back is there', async () => {
		await page.setViewportSize({ width: 375, height: 800 });
		await open();
		const conversation = page.getByRole('region', { name: 'Conversation', exact: true });
		await expect(conversation).toBeHidden();
		await page.getByRole('link', { name: '+370 600 00002' }).press('Enter');
		await expect(conversation).toBeVisible();
		await expect(rows().first()).toBeHidden();
		expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('MAIN');
		await page.getByRole('link', { name: 'Back to the conversations' }).click();
		await expect(rows().first()).toBeVisible();
		await expect(conversation).toBeHidden();
	});

	test('keeps the focus while messages come in, and the reader at the end', async () => {
		await open();
		const row = page.getByRole('link', { name: '+370 600 12345' });
		await row.focus();
		await sandbox.post('/v1/sms/single', sms({ to: '37060099999', text: 'Another' }));
		await expect(page.getByRole('link', { name: '+370 600 99999' })).toBeVisible();
		await sandbox.post('/v1/sms/single', sms({ text: 'On top' }));
		await expect(rows().first().getByText('On top')).toBeVisible();
		expect(await row.evaluate((element) => element === document.activeElement)).toBe(true);
		await page.keyboard.press('Enter');
		for (let count = 0; count < 20; count += 1) {
			await sandbox.post('/v1/sms/single', sms({ text: `${count} ${'long '.repeat(30)}` }));
		}
		const last = page.locator('.bubble').getByText(/^19 /);
		await expect(last).toBeVisible();
		expect(await page.locator('.message').last().evaluate(isInView)).toBe(true);

		// And somebody who reads an earlier message keeps it before the eyes.
		const read = page.locator('.message').nth(5);
		await read.evaluate((element) => element.scrollIntoView({ block: 'center' }));
		const topOf = async () => Math.round((await read.boundingBox())?.y ?? 0);
		const before = await topOf();
		await sandbox.post('/v1/sms/single', sms({ text: `20 ${'long '.repeat(30)}` }));
		await bubble(/^20 /);
		expect(Math.abs((await topOf()) - before)).toBeLessThan(3);
	});

	test('a request can be read, copied without the key, and sent again', async () => {
		await open('#requests');
		const refused = rows().filter({ has: page.getByText('400', { exact: true }) });
		await refused.first().click();
		await says('special_recipient');
		const copied = await copiedBy('Copy as curl');
		expect(copied).toMatch(/^KEY=sandbox-key\ncurl /);
		expect(copied).toContain(`-H 'x-apikey: '"$KEY"''`);
		expect(copied).toContain(`--data-raw '${JSON.stringify(sms({ to: '37060000400' }))}'`);
		const text = await copiedBy('Copy as text');
		for (const part of ['POST /v1/sms/single', '400', '"to": "37060000400"', 'special_recipient']) {
			expect(text).toContain(part);
		}
		const before = await rows().count();
		await button('Send again').click();
		await says('Sent again');
		await expect(rows().nth(before)).toBeVisible();
		await expect(rows().first()).toContainText('400');
		await page.getByRole('combobox', { name: 'Any status' }).selectOption('400');
		await expect(rows()).toHaveCount(2);
		await page.getByRole('searchbox').fill('0012345');
		await says('No requests match');
		expect(await page.content()).not.toContain('sandbox-key');
	});

	test('a message leads to its request, and that back to it', async () => {
		await open('#messages?to=37060000002');
		await page.getByRole('link', { name: 'Request 2' }).click();
		await says('Request 2 at');
		await page.getByRole('link', { name: 'Show the message' }).click();
		await bubble('Fails');
		const batch = ['37060012350', '37060012351'].map((to) => sms({ to, text: 'Both' }));
		await sandbox.post('/v1/sms/bulk', batch);
		await page.getByRole('link', { name: '+370 600 12351' }).click();
		const requests = page.getByRole('article').getByRole('link', { name: /^Request/ });
		await requests.click();
		await page.getByRole('link', { name: 'Show the message' }).click();
		await expect(page.getByRole('heading', { name: '+370 600 12350' })).toBeVisible();
		// Of a request that was refused, and of a campaign, there is none.
		await page.goto(`${sandbox.address}/#request-3`);
		await says('special_recipient');
		await expect(page.getByRole('link', { name: /^Show the/ })).toHaveCount(0);
		await page.goto(`${sandbox.address}/#messages?to=37060012348`);
		await bubble('Hi');
		await expect(requests).toHaveCount(0);
	});

	test('a request stays within the round corners of its panel, its scroll bar too', async () => {
		await open('#request-3');
		const panel = page.getByRole('region', { name: 'Request', exact: true });
		expect(await panel.evaluate((one) => getComputedStyle(one).clipPath)).toBe(
			'inset(0px round 14px)',
		);
	});

	test('each state has a sign of its own, not only a color', async () => {
		await open();
		const signs = page.getByRole('link').getByRole('img');
		const all = await signs.evaluateAll((dots) =>
			dots.map((dot) => [dot.getAttribute('aria-label'), dot.textContent]),
		);
		expect(Object.fromEntries(all)).toEqual({ delivered: '✓✓' });
		await expect(rows().filter({ hasText: '+370 600 00002' })).toContainText('failed');
	});

	test('an email is shown as HTML in its own styles, and as its source', async () => {
		await open('#messages?channel=email&to=ada%40example.com');
		const heading = page.frameLocator('iframe').getByRole('heading', { name: 'Ready' });
		await expect(heading).toBeVisible();
		expect(await heading.evaluate((one) => getComputedStyle(one).color)).toBe('rgb(1, 2, 3)');
		await page.getByText('Source').click();
		await says('<h1>Ready</h1>');
		const heightOf = async () => (await page.locator('iframe').last().boundingBox())?.height;
		expect(await heightOf()).toBeLessThan(120);
		const html = '<p>A line of many</p>\n'.repeat(50);
		await sandbox.post('/email', { to: 'ada@example.com', from: 'a@b.co', subject: 'Long', html });
		await expect(page.locator('iframe').nth(1)).toBeVisible();
		expect(await heightOf()).toBe(300);
	});

	test('people have consent, an opted-out number can be removed, a campaign has its messages', async () => {
		await open('#people');
		await says('sms granted');
		await button('Remove +370 600 12346').click();
		await says('Nobody has opted out.');
		await page.getByText('Messages of Sale').click();
		await page.getByRole('link', { name: '+370 600 12348' }).click();
		await bubble('Hi');
	});

	test('what arrived, and the numbers that fail, can be copied', async () => {
		await open('#failures');
		const { sentence } = await sandbox.read('verdict');
		expect(await copiedBy('Copy what arrived')).toBe(sentence);
		expect(await copiedBy('Copy +370 600 00444')).toBe('37060000444');
	});
});

test('while there is nothing, says what to do in n8n, and what without it', async () => {
	await open();
	const first = JSON.parse(readFileSync(join(repositoryRoot, 'examples/first-sms.json'), 'utf8'));
	await says(first.name);
	await page.getByText('Without n8n, from a terminal').click();
	await says('/v1/sms/single');
	expect(await copiedBy('Copy the command')).toContain(`curl ${sandbox.address}/v1/sms/single`);
	// One button beside the other: nothing above it, and no name of a file that is cut.
	const [left, right] = await Promise.all(
		['Export', 'Import'].map(
			async (one) => await page.getByText(one, { exact: true }).boundingBox(),
		),
	);
	expect(right?.y).toBeCloseTo(left?.y ?? 0, 0);
	expect(right?.height).toBeCloseTo(left?.height ?? 0, 0);
});

test.describe('What comes from outside', () => {
	test('says of links what they cost, and whether a phone can open them', async () => {
		const local = "The link takes 29 characters. A phone can't open localhost:5678.";
		for (const [link, note] of [
			['http://localhost:5678/w/1?a=b', local],
			['http://n8n/a', "The link takes 12 characters. A phone can't open n8n."],
			['https://n8n.example.com/a', 'The link takes 25 characters.'],
			['http://[oops', 'The link takes 12 characters.'],
			['https://a.example/ and http://b.example/', 'The links take 35 characters.'],
		]) {
			await sandbox.control('reset');
			await sandbox.post('/v1/sms/single', sms({ text: `${'x'.repeat(150)} ${link}` }));
			await open('#messages/37060012345');
			await expect(page.locator('.link-note'), link).toHaveText(note);
		}
	});

	test('is a link where it is a web address, and leads there from each part that it goes over', async () => {
		const link = `${sandbox.address}/?${'q'.repeat(80)}#people`;
		const text = `See https://a.example/b?c=1. Not javascript:alert(1) (http://d.example/e), ftp://${'f'.repeat(60)}\n${link}`;
		await sandbox.post('/v1/sms/single', sms({ text }));
		await open('#messages?to=37060012345');
		expect((await page.locator('.thread .part p').allInnerTexts()).join('')).toBe(text);
		const links = page.locator('.thread .part a');
		const [, , ...parts] = await links.allInnerTexts();
		expect([parts.length > 1, parts.join('')]).toEqual([true, link]);
		const read = (one: Element) => ['href', 'rel'].map((name) => one.getAttribute(name));
		const leads = await Promise.all((await links.all()).map((one) => one.evaluate(read)));
		const there = ['https://a.example/b?c=1', 'http://d.example/e', ...parts.map(() => link)];
		expect(leads).toEqual(there.map((href) => [href, 'noopener noreferrer']));
		const [opened] = await Promise.all([page.waitForEvent('popup'), links.last().click()]);
		await expect(opened).toHaveURL(link);
	});

	test('becomes text, wherever it stands', async () => {
		const hostile = `<img src=x onerror="document.title='caught'"><script>1</script>\${alert(1)}<!--`;
		await sandbox.post('/v1/sms/single', sms({ from: hostile, text: hostile }));
		await sandbox.post('/viber', { ...sms({ from: hostile, text: hostile }), buttonText: hostile });
		await sandbox.post('/email', {
			...{ to: `"${hostile.replaceAll('"', "'")}" <a@b.co>`, from: 'a@b.co' },
			...{ subject: hostile, text: hostile },
		});
		await sandbox.post('/contacts/import', [{ phoneNumber: '37060012345', name: hostile }]);
		await sandbox.post('/suppression', { phoneNumber: '37060012345', reason: hostile });
		await sandbox.post('/campaigns', {
			...{ name: hostile, from: hostile, text: hostile, recipients: ['37060012345'] },
		});
		await sandbox.get(`/v1/${encodeURIComponent(hostile)}`, { [hostile]: hostile });
		await open();
		const all = [...views, 'messages?channel=viber', 'messages?channel=email', 'request-1'];
		for (const hash of [...all, 'request-7', `messages?find=${encodeURIComponent(hostile)}`]) {
			await show(hash);
			const planted = page.locator('body').locator('img, script, iframe, [onerror]');
			await expect(planted, hash).toHaveCount(0);
		}
		await expect(page).toHaveTitle(/sandbox/);
	});

	test('as an email calls nobody, also when somebody selects its links', async () => {
		let calls = 0;
		const elsewhere = createServer((socket) => {
			calls += 1;
			socket.destroy();
		});
		await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
		const { port } = elsewhere.address() as AddressInfo;
		const there = `http://127.0.0.1:${port}`;
		const html = `<!doctype html><base href="${there}" target="_top">
			<meta http-equiv="refresh" content="0;url=${there}/refresh">
			<meta http-equiv="content-security-policy" content="default-src *">
			<link rel="stylesheet" href="${there}/a.css"><link rel=preconnect href="${there}">
			<link rel=dns-prefetch href="${there}"><link rel=prefetch href="${there}/b"><LINK rel=icon href="/i">
			<link rel=prerender href="${there}/c"><link rel=modulepreload href="${there}/d">
			<style>@import url(${there}/e.css); @font-face { font-family: f; src: url(${there}/f) }
			body { background: url(${there}/g); font-family: f }</style>
			<script src="${there}/h.js"></script><script>fetch('${there}/i'); top.location = '${there}'</script>
			<img src="${there}/j"><img srcset="${there}/k 1x"><picture><source srcset="${there}/l"></picture>
			<svg><image href="${there}/m"/><use href="${there}/n#a"/><script href="${there}/o"/></svg>
			<video src="${there}/p" poster="${there}/q" autoplay></video><audio src="${there}/r" autoplay></audio>
			<object data="${there}/s"></object><embed src="${there}/t"><iframe src="${there}/u"></iframe>
			<iframe srcdoc="<img src='${there}/v'>"></iframe><input type=image src="${there}/w">
			<form action="${there}/x"><button id="submit">Submit</button></form>
			<table background="${there}/y"><tr><td>z</td></tr></table>
			<a id="inside" href="${there}/1" target="_self" ping="${there}/2">Inside</a>
			<a id="outside" href="${there}/3" target="_blank">Outside</a>
			<a id="above" href="${there}/4">Above</a>`;
		const email = { to: 'ada@example.com', from: 'a@b.co', subject: 's', html };
		await sandbox.post('/email', email);
		await open('#messages?channel=email&to=ada%40example.com');
		const frame = page.frameLocator('iframe').first();
		await expect(frame.locator('#inside')).toBeVisible();
		for (const link of ['outside', 'above', 'submit', 'inside']) {
			await frame.locator(`#${link}`).click({ noWaitAfter: true });
		}
		// What it would have asked for by then: the page has its turn, and the sandbox too.
		await page.getByRole('link', { name: 'Requests' }).click();
		await page.goBack();
		await expect(page.locator('iframe')).toBeVisible();
		expect(calls).toBe(0);
		expect(page.context().pages()).toHaveLength(1);
		expect(new URL(page.url()).origin).toBe(sandbox.address);
		await new Promise((resolve) => elsewhere.close(resolve));
	});
});

test.describe('Ten thousand messages', () => {
	test('are searched at once, shown in hundreds, and told only once', async () => {
		await sendMany(9_999);
		await sandbox.post('/v1/sms/single', sms({ to: '37060000002' }));
		await sandbox.control('clock', { advanceMs: 60_000 });
		await open();
		const loaded = page.getByRole('navigation', { name: 'Channels' }).getByText('10,000');
		await expect(loaded).toBeVisible();
		await expect(rows()).toHaveCount(100);
		await button('Show more (9,900)').click();
		await expect(rows()).toHaveCount(200);

		const asked: string[] = [];
		page.on('request', (request) => asked.push(request.url()));
		const search = page.getByRole('searchbox');
		const searched = await search.evaluate((input: HTMLInputElement) => {
			input.value = 'order 9998';
			input.dispatchEvent(new Event('input'));
			return document.querySelectorAll('.inbox .row').length;
		});
		expect(searched).toBe(1);
		await search.fill('+370 600 077');
		await expect(rows()).toHaveCount(10);
		await search.fill('');
		await page.getByRole('combobox', { name: 'Any state' }).selectOption('failed');
		await expect(rows()).toHaveCount(1);
		await page.getByRole('combobox', { name: 'Any state' }).selectOption('');

		const client = await page.context().newCDPSession(page);
		let received = 0;
		client.on('Network.eventSourceMessageReceived', ({ data }) => (received += data.length));
		await client.send('Network.enable');
		await sandbox.post('/v1/sms/single', sms({ to: '37069999999', text: 'One more' }));
		await expect(rows().first().getByText('One more')).toBeVisible();
		await sandbox.control('clock', { advanceMs: 60_000 });
		await expect(page.locator('.thread .state-2').first()).toBeVisible();
		expect(received).toBeLessThan(5_000);
		expect(asked).toEqual([]);
	});
});

const isInView = (element: Element) => {
	const { bottom } = element.getBoundingClientRect();
	return bottom <= innerHeight && bottom > 0;
};

import { Readable } from 'node:stream';

import { operations } from '../../../dev/doctor/operations';
import { resources } from '../../../nodes/MessagingService/resources';
import type { Operation } from '../../../nodes/MessagingService/run/operation';
import { folderForTests } from '../../support/folder';
import { API_KEY } from '../../support/service';
import { consult, NUMBER, openOther, runDoctor, sending } from './consultation';
import type { Reply, Seen } from './consultation';

const ID = '9b2f7c1e-0000-4000-8000-000000000001';
const flags = [...sending, '--wait', '3', '--campaign-id', ID];

/** What a request of the doctor is called; undefined for one that is to be refused. */
function nameOf({ method, path }: Seen): keyof typeof operations | undefined {
	const name = `${method} ${path}`
		.replace(/^POST \/(email|viber)$/, 'POST {$1Path}')
		.replace(/(\/campaigns\/)[^/]+/, '$1{id}');
	return name in operations ? (name as keyof typeof operations) : undefined;
}

/** A service that is as assumed, but for one request. */
const openBut = async (name: string, { status, json }: Pick<Reply, 'status' | 'json'>) => {
	const asked = new Set<string>();
	const isIt = (seen: Seen) => {
		// The first two ask for a message that nobody has, and the last one with a wrong key.
		const key = seen.query.get('X-ApiKey') ?? 'test-key';
		const isUnknown = seen.path === '/v1/sms/report' && !asked.has('/v1/sms/single');
		asked.add(seen.path);
		return nameOf(seen) === name && key.startsWith('test-key') && !isUnknown;
	};
	return await openOther({
		request: (seen) => (isIt(seen) ? { status, json } : seen),
	});
};

const names = Object.keys(operations) as Array<keyof typeof operations>;
// Without the balance nothing else is asked.
const afterBalance = names.filter((name) => !/balance|path-that-nobody-has/.test(name));
const replies = [
	{ status: 404, json: { error: { message: 'Sorry' } } },
	{ status: 200, json: { success: false, message: 'Sorry' } },
];

describe.each(afterBalance)('If %s is answered with', (name) => {
	it.each(replies)('$status $json, no row of it is called not tried', async (reply) => {
		const service = await openBut(name, reply);
		const { table, notAccepted, different } = await consult(service, flags);
		const [, , ...shows] = operations[name];
		const found = shows.map((row) => table[row]);
		expect(found.filter((status) => status === 'not tried')).toEqual([]);
		// Somebody is told, in any case.
		expect(notAccepted.length + different.length).toBeGreaterThan(0);
	});
});

describe('The all-clear is not given', () => {
	const typed = jest.spyOn(process, 'stdin', 'get');
	beforeEach(() => void typed.mockReturnValue(Readable.from(['yes\n']) as typeof process.stdin));
	const folder = folderForTests();
	afterAll(() => typed.mockRestore());
	const sms = ['--send-to', NUMBER, '--from', 'Shop', '--wait', '0', '--out', folder];

	it.each<[string, number]>([
		['POST /v1/sms/single', 404],
		['POST /v1/sms/bulk', 404],
		['POST /contacts/validate', 404],
		['POST /contacts/validate', 403],
		['POST /v1/sms/report', 404],
	])('if %s is answered %i', async (name, status) => {
		const service = await openBut(name, { status, json: { error: { message: 'Sorry' } } });
		const ran = await runDoctor(service.address, sms, API_KEY, service.pause);
		expect(ran.output).not.toContain('nothing to change');
		expect(ran.output).toContain(`${name}: ${status} “Sorry”`);
		expect(ran.status).toBe(1);
	});
});

it('each request is read as by the operation of the node that makes it', () => {
	const ofNode = Object.values(resources)
		.flatMap((resource): unknown[] => Object.values(resource.operations))
		.filter((one): one is Operation => typeof one !== 'function');
	const read = names.flatMap((name) => {
		const [method, path] = name.replace('{id}', '{campaignId}').split(' ');
		const own = ofNode.find(({ request }) => request.method === method && request.url === path);
		const [row, effect] = operations[name];
		return own ? [{ name, own, row, effect }] : [];
	});
	for (const { own, row, effect } of read) {
		const isGet = own.request.method === 'GET';
		expect([own.answer ?? 'object-answer', isGet ? 'read' : (own.effect ?? 'change')]).toEqual([
			row,
			effect,
		]);
	}
	// By GET, a report is asked for in another way.
	const others = names.filter((name) => !read.some((one) => one.name === name));
	expect(others).toEqual(['GET /v1/sms/report', 'GET /path-that-nobody-has']);
});

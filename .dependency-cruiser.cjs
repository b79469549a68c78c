/**
 * Who may import whom in what is shipped (`npm run lint`). A folder may import those before it in `order`, and
 * itself; two in one row know nothing of each other. Nowhere do files import each other in a circle.
 */
const order = [
	['errors'],
	['values'],
	['parameters'],
	['answers', 'fields'],
	['smsText'],
	['service'],
	['run', 'ask'],
	['places'],
	['onceKey', 'limits', 'skipping', 'delivery'],
	['resources', 'trigger'],
];

const root = '^nodes/MessagingService/';
const inside = (folders) => `${root}(${folders.join('|')})/`;

const folderRules = order.flatMap((row, index) =>
	row.map((folder) => ({
		name: `order-of-${folder}`,
		comment: 'The order of the folders, above.',
		severity: 'error',
		from: { path: inside([folder]) },
		to: {
			path: root,
			pathNot: inside([...order.slice(0, index).flat(), folder]),
		},
	})),
);

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
	forbidden: [
		...folderRules,
		{
			name: 'every-folder-has-its-place',
			comment: 'A new folder gets its place in `order`, above.',
			severity: 'error',
			from: {},
			to: { path: `${root}[^/]+/`, pathNot: inside(order.flat()) },
		},
		{
			name: 'only-answers-know-the-contract',
			comment: "Everything else asks answers/ what a service's answer means.",
			severity: 'error',
			from: { path: root, pathNot: inside(['answers']) },
			to: { path: `${root}answers/contract`, dependencyTypesNot: ['type-only'] },
		},
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'nothing-unreachable',
			comment: 'A file that neither a node nor the credential needs is not shipped.',
			severity: 'error',
			from: { path: '\\.(node|credentials)\\.ts$' },
			to: {
				path: '^(nodes|credentials)/',
				pathNot: '\\.(node|credentials)\\.ts$',
				reachable: false,
			},
		},
		{
			name: 'only-n8n-workflow-and-crypto',
			comment: "n8n's verification allows no more.",
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { path: 'node_modules|^[^./]+$', pathNot: '^crypto$|node_modules/n8n-workflow/' },
		},
		{
			name: 'not-to-unresolvable',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: { couldNotResolve: true },
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
	},
};

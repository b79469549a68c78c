/** The sections that n8n's reviewers and its template of a README ask for. */
export const sections = [
	'Installation',
	'Operations',
	'Credentials',
	'Compatibility',
	'Usage',
	'Resources',
	'Version history',
];

/** What n8n would miss in a README; nothing if it is as it should be. */
export function findReadmeProblems(readme: string): string[] {
	const parts = readme.split(/^(?=## )/m);
	return sections.flatMap((section) => {
		const part = parts.find((one) => one.split('\n')[0] === `## ${section}`);
		if (part === undefined) return `README.md has no section "${section}"`;
		const text = part.slice(part.indexOf('\n')).trim();
		return text === '' ? `README.md says nothing under "${section}"` : [];
	});
}

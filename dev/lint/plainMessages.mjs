import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** The labels of fields that have several words: a single one means something else too often. */
const LABEL =
	/(?:displayName:|(?:menu|number|switch|text)Field\(|group\()\s*'([A-Z]\w+(?: \w+)+)'/g;
const labels = globSync('{nodes,credentials}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
	[...readFileSync(join(ROOT, file), 'utf8').matchAll(LABEL)].map(([, label]) => label),
);
const BARE_LABEL = new RegExp(`(?<!['→] ?)\\b(?:${labels.join('|')})\\b(?!')`);

/** Fixed names of n8n and of this package. */
const NAMES = /Messaging Service|On Error|Error Workflow|errorCode/g;
const MOST_WORDS = 30;

/** What a message may not have, and what to do instead (CONTRIBUTING.md, Rules). */
const RULES = [
	[(text) => /\b(problem|failure|mistake|error)s?\b/i.test(text), 'Say what happened'],
	[(text) => text.includes('<'), 'n8n shows it as HTML: leave out "<"'],
	[(text) => /\b(e\.g\.|i\.e\.|etc\.)/.test(text), 'Write "for example"'],
	[(text) => BARE_LABEL.test(text), 'Put the name of a field in single quotes'],
	[
		(text) => text.split(/(?<=[.!?])\s+/).some((one) => one.split(/\s+/).length > MOST_WORDS),
		`Use at most ${MOST_WORDS} words in a sentence`,
	],
];

/** Whether a user reads the text: it's in a `Problem`, in `refused`, or in a table of advice. */
function isRead(node, filename) {
	if (filename.endsWith('/errors/advice.ts')) return true;
	for (let part = node; part.parent; part = part.parent) {
		const { parent } = part;
		if (part.type === 'ObjectExpression') return false;
		const isCall = ['NewExpression', 'CallExpression'].includes(parent.type);
		if (isCall && ['Problem', 'refused'].includes(parent.callee.name)) {
			return parent.arguments.slice(0, 2).includes(part);
		}
	}
	return false;
}

/** Errors are written for people who build workflows. @type {import('eslint').Rule.RuleModule} */
export const plainMessages = {
	meta: { type: 'suggestion', schema: [] },
	create: (context) => {
		const check = (node, text) => {
			// A text without a space is a code.
			if (!text.includes(' ') || !isRead(node, context.filename)) return;
			for (const [isWrong, message] of RULES) {
				if (isWrong(text.replace(NAMES, '')))
					context.report({ node, message: `${message}: ${text}` });
			}
		};
		return {
			Literal: (node) => check(node, String(node.value)),
			TemplateLiteral: (node) =>
				check(node, node.quasis.map(({ value }) => value.cooked).join('…')),
		};
	},
};

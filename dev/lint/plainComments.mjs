/** Words of comments that a US engineer has to read twice, and how to say it instead (CONTRIBUTING.md, Rules). */
const WORDS = [
	[/(?:^|[.:;]\s+)what(?:ever)?\s(?![^.]*\?)/i, 'a noun as the subject, not a clause with "what"'],
	[/\bthat which\b/i, 'a noun in place of "that which"'],
	[/\bnone\b/i, '"no …", "not one", or "undefined" in place of "none"'],
	[/\bso long\b/i, '"until", "while", or a time in place of "so long"'],
	[/\b(?:a|an|the|its|their|by|from)\s+begin\b/i, '"start" as the noun'],
	[/\bthe one of which\b/i, 'a noun in place of "the one of which"'],
	[/\bas it (?:is|was|comes|came) there\b/i, 'where it is'],
];

/** A comment as sentences: without its marks, its tags, and code in it. */
function textOf({ value }) {
	return value
		.replace(/^[ \t]*\*[ \t]?/gm, '')
		.replace(/`[^`]*`|'[^'\n]*'|"[^"\n]*"|\{@\w+[^}]*\}/g, 'x')
		.replace(/@(?:param \S+|returns|throws(?: [A-Z]\w+)?)/g, '. ')
		.replace(/\s+/g, ' ')
		.trim();
}

/** Comments are plain sentences. @type {import('eslint').Rule.RuleModule} */
export const plainComments = {
	meta: { type: 'suggestion', schema: [] },
	create: (context) => ({
		Program() {
			for (const comment of context.sourceCode.getAllComments()) {
				const text = textOf(comment);
				for (const [words, better] of WORDS) {
					const found = words.exec(text);
					if (found) {
						const message = `In this comment: "${text.slice(found.index, found.index + 40)}". Write ${better}.`;
						context.report({ loc: comment.loc, message });
					}
				}
			}
		},
	}),
};

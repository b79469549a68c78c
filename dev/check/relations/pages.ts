import type { Workflow, WorkflowNode } from '../../n8n/types.ts';
import { behindEach, reachedFrom } from '../copy/nodeKinds.ts';
import type { Play } from '../play/round.ts';
import { cellsOf, type Path } from '../worlds/world.ts';
import type { Base } from './base.ts';
import { leadsTo } from './seen.ts';
import { type Breach, worthKnowing } from './relation.ts';

/** What answers call the next page, that there is one, and how many there are: without capitals, and what is no letter. */
const NAMES = {
	next: 'next nextPage nextPageUrl nextPageLink nextPageToken nextCursor nextLink nextUrl nextToken odataNextLink',
	more: 'hasMore hasNext hasNextPage',
	count: 'pages totalPages pageCount lastPage totalPageCount',
	page: 'page currentPage pageNumber',
};

/** What an answer says of pages behind it, in its own words. */
function moreIn(answer: unknown): string | undefined {
	// What stands in a list is a row of it.
	const cells = cellsOf(answer).filter(([path]) => !path.some((step) => /^\d+$/.test(step)));
	const called = (names: string) =>
		cells.filter(([path]) =>
			names
				.toLowerCase()
				.split(' ')
				.includes((path.at(-1) ?? '').toLowerCase().replace(/[^a-z]/g, '')),
		);
	const isBeside = (one: Path, other: Path) =>
		String(one.slice(0, -1)) === String(other.slice(0, -1));
	const found = [
		...called(NAMES.next).filter(([, cell]) => typeof cell === 'string' && cell !== ''),
		...called(NAMES.more).filter(([, cell]) => cell === true),
		...called(NAMES.count).filter(([path, count]) =>
			called(NAMES.page).some(
				([other, page]) => isBeside(path, other) && Math.max(1, Number(page)) < Number(count),
			),
		),
	];
	return found.map(([path, cell]) => `“${path.join('.')}” is ${String(cell)}`)[0];
}

/** Whether a node comes again after itself. */
const isLooped = ({ connections }: Workflow, { name }: WorkflowNode) =>
	behindEach(connections, name)
		.flat()
		.some((next) => reachedFrom(connections, next).has(name));

/** An answer that says of itself that more pages come behind it, by a node that asks for no other one. */
export const onlyFirstPage = ({ senders }: Base, { workflow, world: { pins } }: Play): Breach[] =>
	workflow.nodes.flatMap((node) => {
		const [first, ...others] = pins[node.name] ?? [];
		const isAlone =
			node.readsOnePage === true &&
			others.length === 0 &&
			!isLooped(workflow, node) &&
			senders.some(({ name }) => leadsTo(workflow, node.name, name));
		const said = isAlone && moreIn(first?.json);
		const happened = `“${node.name}” reads one page, and its answer says that there are more: ${said}. Whoever stands there gets nothing.`;
		return said ? [worthKnowing('page', node.name, happened)] : [];
	});

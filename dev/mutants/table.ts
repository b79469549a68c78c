import type { Mistake } from './mistake.ts';

/** The room of a mistake's source: its folder, or the file itself if it stands in none. */
export function roomOf({ file }: Mistake): string {
	const [top, , room] = file.split('/');
	return top === 'credentials' ? top : room.replace(/\.ts$/, '');
}

/** Markdown: how many mistakes each room has, and how many of them the tests notice. */
export function tableOf(mistakes: Mistake[], missed: Mistake[]): string {
	const rooms = Map.groupBy(mistakes, roomOf);
	const rows = [...rooms, ['together', mistakes] as const].map(([room, all]) => {
		const open = all.filter((one) => missed.includes(one));
		const answered = open.filter(({ answer }) => answer).length;
		const name = room === 'together' ? room : `\`${room}\``;
		return `| ${name} | ${all.length} | ${all.length - open.length} | ${answered} |`;
	});
	return ['| Room | Mistakes | Noticed | Make no difference |', '|---|---|---|---|', ...rows].join(
		'\n',
	);
}

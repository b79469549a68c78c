import { parse as parseHtml } from 'node-html-parser';

export interface FormFile {
	name: string;
	content: Buffer;
}

/** The page that a form ends with. */
export interface FormPage {
	title: string;
	text: string;
	/** What the page makes the browser download, if it does. */
	files?: FormFile[];
}

/** Title, text and files of n8n's completion page. */
export function readPage(html: string): FormPage {
	const header = parseHtml(html).querySelector('.header');
	const files = readFiles(html);
	return {
		title: header?.querySelector('h1')?.text.trim() ?? '',
		text: header?.querySelector('p')?.text.trim() ?? '',
		...(files.length > 0 ? { files } : {}),
	};
}

/** The page's script holds the files: as bytes, or as text with a character for each byte. */
function readFiles(html: string): FormFile[] {
	const encoded = /JSON\.parse\(decodeURIComponent\("([^"]*)"\)\)/.exec(html)?.[1];
	if (!encoded) return [];
	const files: Array<{ fileName: string; data: string | { data: number[] } }> = JSON.parse(
		decodeURIComponent(encoded),
	);
	return files.map(({ fileName, data }) => ({
		name: fileName,
		content: typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data.data),
	}));
}

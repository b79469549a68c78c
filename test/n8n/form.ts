import { type FormPage as PlainPage, submitForm as submit } from '../../dev/demo/form.ts';

export interface FormFile {
	name: string;
	content: Buffer;
}

/** The page that a form ends with. */
export interface FormPage extends PlainPage {
	/** What the page makes the browser download, if it does. */
	files?: FormFile[];
}

/** Fills in and submits the form of an active workflow, and reads the page it ends with and its files. */
export async function submitForm(
	...of: Parameters<typeof submit>
): Promise<{ executionId: string; page: FormPage }> {
	const { executionId, page, html } = await submit(...of);
	const files = readFiles(html);
	return { executionId, page: { ...page, ...(files.length > 0 && { files }) } };
}

/** The page's script holds the files: as bytes, or as text with a character for each byte. */
export function readFiles(html: string): FormFile[] {
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

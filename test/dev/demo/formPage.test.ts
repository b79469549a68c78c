import { readPage } from '../../../dev/demo/form';
import { readFiles } from '../../n8n/form';

test("title and text are read from n8n's last page, entities and all", () => {
	const html = `<section><div class='card'><div class='header'>
		<h1>Sent to J&uuml;rgen &amp; Co</h1><p style="white-space: pre-line;">1 part</p>
	</div></div></section>`;
	expect(readPage(html)).toEqual({ title: 'Sent to Jürgen & Co', text: '1 part' });
});

test.each([
	['bytes', { type: 'Buffer', data: [...Buffer.from('Ačiū')] }],
	['text with a character for each byte', Buffer.from('Ačiū').toString('latin1')],
])('the files that the page makes the browser download are read: %s', (_, data) => {
	const files = encodeURIComponent(JSON.stringify([{ data, fileName: 'rows.csv' }]));
	const html = `<div class="header"><h1>Done</h1><p>1 failed</p></div>
		<script>const binaries = "${files}" ? JSON.parse(decodeURIComponent("${files}")) : [];</script>`;
	expect(readPage(html)).toEqual({ title: 'Done', text: '1 failed' });
	expect(readFiles(html)).toEqual([{ name: 'rows.csv', content: Buffer.from('Ačiū') }]);
});

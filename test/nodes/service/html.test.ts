import { readable } from '../../../nodes/MessagingService/service/html';

describe('What a person reads', () => {
	it.each<[string, string[]]>([
		['Use <digits> & more', ['Use <digits> & more']],
		['<p>a &amp; b</p>', ['', ' a & b ']],
		['<!DOCTYPE html>a', ['', ' a']],
		[
			'<html><head><title lang="en">Oh\n no</title><style>p{}</style></head><body>a<br>b</body>',
			['Oh no', ' a b '],
		],
		['<SCRIPT>x</script>a<script src="b">y</SCRIPT >b</script>c', ['', ' a c']],
		['<header>a</header><p>b</p>', ['', ' a b ']],
		['<script>x</p>', ['', ' x ']],
		['</p>&#65;&lt;&GT;&quot;&nbsp;&apos;&#x41;&#1234567;', ['', ' A<>" &apos;&#x41;&#1234567;']],
	])('of %j is %j', (text, shown) => {
		expect(readable(text)).toEqual(shown);
	});
});

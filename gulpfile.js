const { rm } = require('node:fs/promises');
const { src, dest } = require('gulp');

exports.clean = () => rm('dist', { recursive: true, force: true });

// The stream is returned so that gulp waits for it; encoding: false keeps the bytes as they are.
exports.assets = () =>
	src(['icons/*.svg', 'nodes/**/*.node.json', 'nodes/**/__schema__/**/*.json'], {
		base: '.',
		encoding: false,
	}).pipe(dest('dist'));

/** Prints what stands against publishing, and ends the process with code 1 if there is anything. */
export function pronounce(problems: string[], words: { fit: string; unfit: string }): void {
	if (problems.length === 0) return console.log(words.fit);
	for (const line of [...problems, words.unfit]) console.error(line);
	process.exitCode = 1;
}

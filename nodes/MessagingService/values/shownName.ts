const shownNames = new Map<string, string>();

/** A parameter's name as messages quote it: phoneNumber is 'Phone Number'. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known !== undefined) return known;
	const words = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/ (?:And|For|On)(?= )/g, (word) => word.toLowerCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	const name = `'${words}'`;
	shownNames.set(parameter, name);
	return name;
}

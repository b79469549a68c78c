const shownNames = new Map<string, string>();

/** A parameter's name as the form shows it: phoneNumber is Phone Number. */
export function shownName(parameter: string): string {
	const known = shownNames.get(parameter);
	if (known !== undefined) return known;
	const name = parameter
		.replace(/([A-Z])/g, ' $1')
		.replace(/^./, (letter) => letter.toUpperCase())
		.replace(/\b(Id|Url|Html|Json)\b/g, (word) => word.toUpperCase());
	shownNames.set(parameter, name);
	return name;
}

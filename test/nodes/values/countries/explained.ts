/** Where a number is not read as libphonenumber means it: which countries, and why. */
export const explained: Record<string, { countries: string; why: string }> = {
	'Mobile with its prefix, read as another': {
		countries: 'GA TJ',
		why:
			'GA has two numbers that are dialed alike, an old one of 7 digits and its successor of 8: the new one is ' +
			'meant, for the library too. TJ has numbers that begin with 00, which makes a number international.',
	},
	'Mobile without its prefix, read as another': {
		countries: 'TJ',
		why: 'Numbers that begin with 00, which makes a number international.',
	},
	'Mobile with its prefix, refused': {
		countries: 'IT VA',
		why: 'No prefix there: 390 may begin a mobile number, or be the country code and the 0 of a landline.',
	},
	'Mobile without its prefix, refused': {
		countries: 'CU IT MM VA ZA',
		why: 'The number begins like the country code, and what follows is a number too.',
	},
	'Mobile with its country code, refused': {
		countries: 'MM ZA',
		why: 'A mobile number of the country may begin like its country code, and has as many digits.',
	},
	'Landline with its prefix, refused': {
		countries: 'AR AT DE PL',
		why:
			'AR: digits like the 15 in a mobile number. AT: fewer than 7 digits in all. DE: more than 15. PL has no ' +
			'prefix: the number begins like the country code.',
	},
	'Landline without its prefix, refused': {
		countries: 'AR AT DE ID PL SE XK ZA',
		why:
			'AR: digits like the 15 in a mobile number. AT: fewer than 7 digits in all. DE: more than 15. Elsewhere the ' +
			'number begins like the country code, and what follows is a number too.',
	},
	'Landline without its prefix, read as another': {
		countries: 'DE XK',
		why: 'Two in fifty thousand: what may be a mobile number with its country code is taken for one.',
	},
	'Landline with its country code, refused': {
		countries: 'AT AX BD CN CU DE FI ID IT KI LU MM PL RS SE SK VA XK',
		why: 'The country has numbers of that length too that begin like its country code. A + in front tells.',
	},
	'Landline with its country code, read as another': {
		countries: 'AT',
		why: 'Service numbers with fewer than 7 digits in all, which nothing can be sent to.',
	},
};

/** Spaces, dashes, dots, brackets, and invisible marks of a copied number. A line break separates two numbers. */
export const SEPARATORS =
	/[^\S\r\n\v\f\u2028\u2029]|[\u00ad\u200b-\u200e\u202a\u202c\u202d\u2060\u2010-\u2015\u2212().[\]-]/g;

/** The (0) of +49 (0) 170; one in front of all else is a national prefix. */
export const HAS_ZERO_IN_BRACKETS = /.\(\s*0\s*\)/;

/** The two zeros before a country code stand together; in 0 0151 or (0)0151 one of them is something else. */
export const TWO_ZEROS = /^[([\u00ad\u200b-\u200e\u202a\u202c\u202d\u2060]*00/;

/** A date as people and programs write it. */
export const DATE =
	/^(?:(?:19|20)\d\d([-.\u2010-\u2015\u2212])(?:0?[1-9]|1[0-2])\1(?:0?[1-9]|[12]\d|3[01])(?:$|[T ])|\d{1,2}([-.\u2010-\u2015\u2212])\d{1,2}\2(?:19|20)\d\d$)/;

/** A date in digits alone, perhaps with a time: it may be a number as it is dialed within a country. */
export const DATE_DIGITS =
	/^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:(?:[01]\d|2[0-3])[0-5]\d[0-5]\d)?$/;

/** Short numbers too may have become decimal ones, whose point is no separator. */
export const SHORT_DECIMAL = /^\d{4,6}\.0$/;

/** The digits of a fraction: one, or two behind a whole number without other separators. */
export const FRACTION = /\.\d$|^\+?\d{7,20}\.\d\d$/;

/** Characters that change the order in which a text is shown; U+061C, U+200E and U+200F belong to Arabic and Hebrew. */
export const BIDI_CONTROL = /\p{Bidi_Control}/u;

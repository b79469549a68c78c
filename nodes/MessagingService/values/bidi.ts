/** Characters that change the order in which a text is shown; U+061C, U+200E and U+200F belong to Arabic and Hebrew. */
export const BIDI_CONTROL = /\p{Bidi_Control}/u;

/** Those that turn text around: with one in a visitor's name, 1.99 EUR is shown as 99.1. */
export const TURNING = /(?![\u061c\u200e\u200f])\p{Bidi_Control}/gu;

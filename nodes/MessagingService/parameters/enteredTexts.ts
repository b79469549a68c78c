import type { IDataObject } from 'n8n-workflow';

import { shownName } from '../values/words';
import type { GetParameter } from './body';
import { fieldAt, readByPeople } from './pieces';

/** An item as it was read: its body, its options, and its other parameters. */
export type Read = { body?: IDataObject; options?: IDataObject; read: GetParameter };

/** A text that goes out as the user entered it, what errors call it, and how it is read. */
type Entered = {
	field: string;
	entered: unknown;
	valueIn: (read: Read) => unknown;
	/** Whether it's refused elsewhere if there is nothing in it. */
	isRequired?: boolean;
	/** Whether it names several people. */
	isList?: boolean;
	/** Whether it's another one without one of its parts. */
	isExact?: boolean;
};

/** Those fields, and the names and values of the fields that the user added. */
export function enteredIn(parameters: IDataObject): Entered[] {
	const all: Entered[] = [];
	const collect = (given: IDataObject, path: string[]) => {
		for (const [name, entered] of Object.entries(given)) {
			const place = [...path, name];
			const [top, group] = place;
			const { label, isList, isOptional, isExact } = readByPeople.get(name) ?? {};
			const inPlace = ({ options, read }: Read) =>
				fieldAt({ [top]: top === 'options' ? options : read(top) } as IDataObject, place);
			if (typeof entered === 'object' && top !== 'requestOptions' && group !== 'queryParameters') {
				collect(Object(entered) as IDataObject, place);
			} else if (path.length && ['name', 'value'].includes(name) && 'name' in given) {
				all.push({ field: shownName(top === 'options' ? group : top), entered, valueIn: inPlace });
			} else if (label && !path.length) {
				// The text of a question's SMS has its message, and a link.
				const valueIn = ({ body }: Read) => body?.[name] ?? (name === 'message' ? body?.text : '');
				const isRequired = !isOptional;
				all.push({ field: `'${label}'`, entered, valueIn, isRequired, isList, isExact });
			} else if (label) {
				const isInGroup = top === 'options' && place.length > 2;
				const field = `'${label}'${isInGroup ? ` of ${shownName(group)}` : ''}`;
				all.push({ field, entered, valueIn: inPlace, isExact });
			}
		}
	};
	collect(parameters, []);
	return all;
}

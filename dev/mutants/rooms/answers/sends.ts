import { inSource } from '../../mistake.ts';

export const answersToSends = [
	...inSource('answers/effects.ts', 'answers/outcomes, run/repeat', [
		[
			'A check may cost something each time, so it is not repeated.',
			'check: { ...change, isChange: false{+, isRepeatable: true+} }',
		],
		[
			'Nobody knows whether a send without a fitting answer was carried out.',
			'isMessage: true{+, isUnknownIfStrange: false+} }',
		],
		[
			'Of a change whose answer is strange, nobody knows what the service did.',
			'isUnknownIfStrange: [-true-]{+false+},',
		],
		[
			'An opt-out that the service answers with a failure in its own words is no opt-out.',
			'set: { ...change, {+isChange: false, +}isRepeatable: true',
		],
	]),
	...inSource('answers/outcomes.ts', [
		[
			'If one entry of a bulk answer has an ID, an entry without one is not known to be accepted.',
			'([-!-]haveIds && noIn(',
		],
		[
			'A list with another number of entries than messages belongs to nobody.',
			'answer.length [-!==-]{+>+} batch.length',
		],
		[
			'An entry with two different numbers tells nobody, so an ID never comes to the wrong person.',
			'numbers.size [-==-]{+>+}= 1 ?',
		],
		[
			'Of two messages to the same number only the order tells them apart.',
			'areOurs [-&& !twins.size -]?',
		],
		[
			'Entries that are out of order have all numbers of the batch.',
			'sent.[-every-]{+some+}((number) => byNumber.has(number))',
		],
		[
			'An entry without a number is taken by its place only if it has nothing but what is specified.',
			'every(([-name) => known.includes(name) || more.includes(name)-]{+) => true+})',
		],
		[
			'An SMS is accepted only if the answer names it.',
			'isObject(answer) [-&& names(answer, [ID]) -]?',
		],
		[
			'A 2xx answer that says no is an error.',
			'if (noIn(answer, askedBy(question)) [-!== undefined-]{+=== null+}) return',
		],
		['A list comes out with no more entries than Limit says.', 'given.slice(0[-, limit-])'],
		[
			'A change that the service answers with a failure in its own words was not made.',
			"if (EFFECTS[effect].isChange{+ && effect === 'send'+}) return 'change';",
		],
		['An empty list gives no item.', 'if (!entries.length[- && !contract[row].isList-])'],
	]),
	...inSource('answers/saysNo.ts', [
		['A status field of 400 to 599 says no.', 'number >[-=-] 400'],
		[
			'A false under a field that says yes says no.',
			"sign === 'accepted' ? ['[-false-]{+never+}', 'no']",
		],
		[
			'A status may be an object that holds what failed.',
			'if (!isObject(status){+ || status.name+}) return [status];',
		],
		[
			'An answer that names nothing says yes only by a field for it.',
			'return isObjects && isSaid && saysYes(one){+ || true+};',
		],
		['Zeros count as no error.', '[-Number(word) === 0 || -](signs.noError'],
		[
			'Objects within an answer can say no too.',
			'[-isNamed ? undefined : firstNo(Object.values(value), asked)-]{+undefined+};',
		],
		[
			'One thing may have a state of its own that failed, which is no refusal.',
			"return [-asked !== 'thing' && -]statusWords(value).some(isFailing);",
		],
		['A `false` in the answer to a change says no.', '(entry) => entry === [-false-]{+null+}'],
	]),
	...inSource('answers/suppressionList.ts', [
		['A date in the suppression list is no number.', '[-&& !DATE_DIGITS.test(digits)-]\n\t\t?'],
		[
			'An entry of the suppression list without a number stops the run.',
			'[-if (endings) return endings-]{+return endings ?? []+};',
		],
		[
			'An ignored field is no other one whose name begins as its does.',
			'[-!ignored.includes(name)-]{+!ignored.some((one) => name.startsWith(one))+} &&',
		],
		[
			'If several lists could be the suppression list, nothing is sent.',
			'if ([-lists.length !== 1-]{+!lists.length+}) return { lists, doubtful: lists };',
		],
		[
			'What stands beside the list and may mean more entries stops the run.',
			'said.filter((leaf) => leaf !== list && !isBeside(leaf, length){+ && !leaf.path+})',
		],
		[
			'A header such as Link may mean that there are more entries.',
			'[-[...leavesOf(answer), ...leavesOfHead(head)]-]{+leavesOf(answer)+}.filter(',
		],
		[
			'A header tells of pages also by a part of its name, such as X-Next-Page.',
			"return [name[-, ...name.split('-')-]].some(",
		],
		[
			'A status other than 200 makes the list doubtful.',
			'statusCode [-=== 200-]{+<= 206+} ? about',
		],
		[
			'A listed number without a country code stands for everybody whose number ends so.',
			'endings.has(recipient.slice([---]{+0, +}length))',
		],
		[
			'An answer that says no is no empty list.',
			"(no [-!== undefined-]{+=== null+}) throw unread(wordsOf(no), 'Nothing was sent.');",
		],
		[
			'The field of the numbers may stand in another, such as contact.phone.',
			".split('[-.-]{+/+}')",
		],
	]),
	...inSource('answers/list.ts', [
		[
			'A total beside a list is harmless only if it is the number of its entries.',
			'Number(text) [-==-]{+>+}= count',
		],
		[
			'An object counts as a list only if nothing but empty fields and the count stand beside it.',
			'return [-isAlone && -]list.every(isObject)',
		],
	]),
];

const minuteMs = 60_000;
/** So many numbers of so many countries in a minute, each by a request of its own, are no list of customers. */
const leastNumbers = 30;
const leastCountries = 5;

/** The numbers that the busiest minute wrote to, by country, the most first; undefined if that is no wave. */
export function waveIn(messages) {
	const single = messages.filter(({ country, requestNumber }) => country && requestNumber);
	const sent = [...Map.groupBy(single, ({ requestNumber }) => requestNumber).values()]
		.flatMap((own) => (own.length === 1 ? own : []))
		.sort((one, other) => one.sentAt - other.sentAt);
	const counts = new Map();
	let begin = 0;
	let most = { begin: 0, end: 0, numbers: 0 };
	sent.forEach(({ to, sentAt }, end) => {
		counts.set(to, (counts.get(to) ?? 0) + 1);
		for (; sentAt - sent[begin].sentAt >= minuteMs; begin++) {
			const left = counts.get(sent[begin].to) - 1;
			if (left > 0) counts.set(sent[begin].to, left);
			else counts.delete(sent[begin].to);
		}
		if (counts.size > most.numbers) most = { begin, end: end + 1, numbers: counts.size };
	});
	const numbers = new Map(sent.slice(most.begin, most.end).map(({ to, country }) => [to, country]));
	const countries = [...Map.groupBy(numbers.values(), (country) => country)]
		.map(([country, own]) => [country, own.length])
		.sort(([, one], [, other]) => other - one);
	const isWave = numbers.size >= leastNumbers && countries.length >= leastCountries;
	return isWave ? { numbers: numbers.size, countries } : undefined;
}

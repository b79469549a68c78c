import type { WorkflowNode } from '../../n8n/types.ts';

/** The numbers that a part of a cron expression names, the last at most. */
const namedIn = (part: string, last: number): number[] =>
	part.split(',').flatMap((one) => {
		const [, from = '', to, step] = /^(\*|\d+)(?:-(\d+))?(?:\/(\d+))?$/.exec(one) ?? [];
		const first = Number(from.replace('*', '0'));
		const end = Number(to ?? (from === '*' || step ? last : from));
		const all = Array.from({ length: end - first + 1 }, (_, more) => first + more);
		return all.filter((_, place) => place % Number(step ?? 1) === 0);
	});

export const WEEKDAY_NAMES = 'Sunday|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday'.split('|');
const WEEKDAYS = WEEKDAY_NAMES.map((name) => name.slice(0, 3).toLowerCase());

interface Interval {
	field?: string;
	hoursInterval?: number;
	expression?: string;
	triggerAtDay?: number[];
	triggerAtHour?: number;
	triggerAtMinute?: number;
}

/** What n8n's old node Cron saves of a time. */
interface CronTime {
	mode?: string;
	unit?: string;
	value?: number;
	hour?: number;
	minute?: number;
	weekday?: string;
	cronExpression?: string;
}

/** The same in the words of Schedule Trigger. What Cron saves no value of, it begins with. */
function intervalOf({
	mode = 'everyDay',
	unit = 'hours',
	hour = 14,
	minute,
	...more
}: CronTime): Interval {
	if (mode === 'everyX') return { field: unit, hoursInterval: more.value };
	if (mode === 'custom') return { field: 'cronExpression', expression: more.cronExpression };
	if (/^every(Minute|Hour)$/.test(mode)) return { field: `${mode.slice(5).toLowerCase()}s` };
	const field = { everyWeek: 'weeks', everyMonth: 'months' }[mode] ?? 'days';
	const time = { triggerAtHour: hour, triggerAtMinute: minute };
	return { field, ...time, triggerAtDay: [Number(more.weekday ?? 1)] };
}

/** When a schedule comes, in the words of Schedule Trigger, also of n8n's older nodes. */
export function intervalsOf({ type, parameters }: WorkflowNode): Interval[] {
	if (type.endsWith('.interval')) return [{ field: String(parameters.unit ?? 'seconds') }];
	const { interval } = (parameters.rule ?? {}) as { interval?: Interval[] };
	const { item } = (parameters.triggerTimes ?? {}) as { item?: CronTime[] };
	if (type.endsWith('.cron') && Array.isArray(item)) return item.map(intervalOf);
	return Array.isArray(interval) ? interval : [];
}

const cronOf = ({ expression }: Interval) =>
	String(expression ?? '')
		.trim()
		.split(/\s+/)
		.slice(-5);

/** The weekdays on which a schedule comes, with Sunday as 0: all of them, if nothing else is said. */
export function weekdaysOf(trigger: WorkflowNode): number[] {
	const days = intervalsOf(trigger).flatMap((interval) => {
		const { field, triggerAtDay = [0] } = interval;
		if (field === 'weeks') return triggerAtDay;
		const named = (cronOf(interval)[4] ?? '*')
			.toLowerCase()
			.replace(new RegExp(WEEKDAYS.join('|'), 'g'), (name) => String(WEEKDAYS.indexOf(name)));
		const isKnown = field === 'cronExpression' && /^[\d*,/-]+$/.test(named);
		return isKnown ? namedIn(named, 6) : [0, 1, 2, 3, 4, 5, 6];
	});
	return [...new Set(days.map((day) => Number(day) % 7))].filter(Number.isInteger);
}

/** When a schedule first comes on a day, in minutes since midnight, if it names an hour. */
export function firstTimeOf(trigger: WorkflowNode): number | undefined {
	const [first] = intervalsOf(trigger);
	if (!first) return undefined;
	const [minutes, hours] =
		first.field === 'cronExpression'
			? cronOf(first)
			: [first.triggerAtMinute, first.triggerAtHour].map(String);
	const hour = parseInt(hours, 10) % 24;
	return Number.isNaN(hour) ? undefined : hour * 60 + (parseInt(minutes, 10) || 0);
}

export const isSchedule = ({ type }: WorkflowNode) =>
	/\.(scheduleTrigger|cron|interval)$/.test(type);

/** Whether a schedule comes more than once a day: what it reads is then the same until something changes it. */
export function firesOften(trigger: WorkflowNode): boolean {
	const times = intervalsOf(trigger);
	const isOften = (time: Interval) => {
		const [minutes = '', hours = ''] = cronOf(time);
		return /^(seconds|minutes|hours)$/.test(time.field ?? '') || /[*,/-]/.test(minutes + hours);
	};
	return isSchedule(trigger) && (times.length > 1 || times.some(isOften));
}

/** Whether a schedule comes again an hour after it came, or sooner. */
export function comesWithinAnHour(trigger: WorkflowNode): boolean {
	const interval = intervalsOf(trigger);
	if (!firesOften(trigger) || interval.length === 0) return firesOften(trigger);
	const crons = interval.map(cronOf);
	const hours = interval.flatMap(({ field = 'days', triggerAtHour, hoursInterval = 1 }, place) => {
		const [, ofCron = ''] = crons[place];
		if (field === 'cronExpression') return namedIn(ofCron, 23);
		return field === 'hours' ? namedIn(`*/${hoursInterval}`, 23) : Number(triggerAtHour ?? 0);
	});
	return (
		interval.some(({ field = '' }) => /^(seconds|minutes)$/.test(field)) ||
		crons.some(([minutes = '']) => namedIn(minutes, 59).length > 1) ||
		hours.some((hour) => hours.includes((hour + 1) % 24))
	);
}

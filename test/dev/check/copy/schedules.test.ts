import {
	comesWithinAnHour,
	firesOften,
	firstTimeOf,
	intervalsOf,
	weekdaysOf,
} from '../../../../dev/check/copy/schedules';

// Schedules in n8n's older nodes: what Schedule Trigger says is in relations/ (fourteenthSet, eighthSet).
const cron = (...item: object[]) => ({
	...{ name: 'Start', type: 'n8n-nodes-base.cron' },
	parameters: { triggerTimes: { item } },
});

test.each([
	[{ mode: 'everyDay', hour: 16, minute: 45 }, 16 * 60 + 45, 7, false, false],
	[{}, 14 * 60, 7, false, false],
	[{ mode: 'everyWeek', weekday: '5', hour: 9 }, 9 * 60, 1, false, false],
	[{ mode: 'everyMonth', hour: 8 }, 8 * 60, 7, false, false],
	[{ mode: 'everyHour' }, undefined, 7, true, true],
	[{ mode: 'everyMinute' }, undefined, 7, true, true],
	[{ mode: 'everyX', unit: 'minutes', value: 20 }, undefined, 7, true, true],
	[{ mode: 'everyX', unit: 'hours', value: 6 }, undefined, 7, true, false],
	[{ mode: 'custom', cronExpression: '20 7 * * 1-5' }, 7 * 60 + 20, 5, false, false],
])(
	'Cron with %j comes after %s minutes, on %d weekdays',
	(item, minute, days, isOften, isWithinAnHour) => {
		const trigger = cron(item);
		expect(firstTimeOf(trigger)).toBe(minute);
		expect(weekdaysOf(trigger)).toHaveLength(days);
		expect([firesOften(trigger), comesWithinAnHour(trigger)]).toEqual([isOften, isWithinAnHour]);
	},
);

test('Cron with two times a day comes often, and Interval does', () => {
	expect(firesOften(cron({ hour: 9 }, { hour: 18 }))).toBe(true);
	const interval = { name: 'Start', type: 'n8n-nodes-base.interval', parameters: {} };
	expect(intervalsOf(interval)).toEqual([{ field: 'seconds' }]);
	expect([firesOften(interval), comesWithinAnHour(interval)]).toEqual([true, true]);
	// Another trigger's times of looking are no schedule.
	const poll = { ...cron({ mode: 'everyMinute' }), type: 'n8n-nodes-base.googleSheetsTrigger' };
	expect(firesOften(poll)).toBe(false);
});

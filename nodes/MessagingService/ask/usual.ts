/** What the page says unless the user gives other words. */
export const USUAL = {
	approve: 'Approve',
	decline: 'Decline',
	submit: 'Send answer',
	confirmation: 'Your answer was recorded. You can close this page.',
};

/** How long a wait is if only a part of its fields is there. */
export const USUAL_WAIT = { amount: 1, unit: 'hours' };

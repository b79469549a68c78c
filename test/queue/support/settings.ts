/** n8n keeps its schedule and the memory of triggers in the database; see docs/reliability.md. */
export const durableTriggers = {
	N8N_SCHEDULER_ENABLED: 'true',
	N8N_SCHEDULER_POLL_TRIGGERS_ENABLED: 'true',
	N8N_POLLER_DURABLE_CURSORS_ENABLED: 'true',
};

/** For the tests' sake n8n notices sooner that something has died; what it does then is the same. */
export const quickerNotice = {
	QUEUE_WORKER_LOCK_DURATION: '20000', // n8n's default: 60 s
	QUEUE_WORKER_LOCK_RENEW_TIME: '5000', // 10 s
	QUEUE_WORKER_STALLED_INTERVAL: '10000', // 30 s
	N8N_SCHEDULER_REAPER_INTERVAL: '5', // 30 s
};

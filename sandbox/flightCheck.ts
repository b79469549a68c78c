/** Something that a situation showed. */
export interface Finding {
	/** To change: somebody gets nothing, or the same twice, or nobody hears of it. The other is worth knowing. */
	level: 'change' | 'know';
	/** In a sentence: what, where, and to whom. */
	happened: string;
	/** What to do, with the option or setting as n8n's form calls it, if something mends it. */
	advice?: string;
	/** Where that is in n8n. */
	where?: string;
}

/** What became of a workflow that was played twice in one situation with the same items. */
export interface CheckRow {
	situation: string;
	/** What it is, in a sentence. */
	happens: string;
	/** How many messages went out. */
	arrived: number;
	/** How many people got the same more than once. */
	twice: number;
	/** How many requests that send something the service refused. */
	refused: number;
	/** Of how many the workflow couldn't know what became of them. */
	unknown: number;
	/** Whether somebody learns of what went wrong; null if there was nothing to tell. */
	told: boolean | null;
	findings: Finding[];
}

/** What the check put in place of something that may touch the world. */
export interface Replaced {
	/** The node's name, or what else it is about. */
	what: string;
	by: string;
	/** The fields of the items that the check has made up. */
	items?: object[];
}

export interface Report {
	workflow: string;
	replaced: Replaced[];
	rows: CheckRow[];
	/** Situations that could not be compared, and why. */
	notJudged: Array<{ names: string[]; reason: string }>;
}

export interface CheckState {
	status: 'idle' | 'running' | 'done' | 'cannot';
	workflow?: string;
	progress?: { done: number; of: number; situation: string };
	report?: Report;
	/** Why it couldn't play the workflow, and what to do. */
	reason?: string;
}

/** What plays workflows: `npm start` gives one to the sandbox's page; without it the page has no Check. */
export interface FlightCheck {
	/** Those of the local n8n that use this node. */
	workflows(): Promise<Array<{ id: string; name: string }>>;
	/** Refuses while one runs. */
	start(id: string): Promise<void>;
	cancel(): Promise<void>;
	state(): CheckState;
}

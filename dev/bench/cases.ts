/** What is timed. */
import { postBatches } from './direct.ts';
import { type Host, nodeTime } from './host.ts';
import { campaignIds, sentIds } from './ids.ts';
import {
	type Authentication,
	bareLoop,
	httpRequest,
	type Job,
	jobs,
	type NodeToMeasure,
	ours,
} from './nodes.ts';
import { idsCode, messagesCode, triggerWorkflow, workflowOf } from './workflows.ts';

/** Something to be timed with a number of items, at the sandbox as it is; gives ms. */
export type Case = (host: Host, count: number) => Promise<number>;

type MakeNode = (host: Host) => NodeToMeasure;

const timed = (node: MakeNode, code: (host: Host, count: number) => Promise<string>): Case =>
	async function (host, count) {
		return await nodeTime(host, workflowOf(host, await code(host, count), node(host)), count);
	};

const sending = (node: MakeNode) => timed(node, async (_host, count) => messagesCode(count));
const reporting = (node: MakeNode) =>
	timed(node, async (host, count) => idsCode('messageId', await sentIds(host, count)));
const ofCampaigns = (node: MakeNode) =>
	timed(node, async (host, count) => idsCode('campaignId', await campaignIds(host, count)));

const http = (job: Job) => (host: Host) => httpRequest(host, job);
const sendFields = { to: 'phone', from: 'sender', text: 'message' };
export const sendLoop = (authentication?: Authentication) => (host: Host) =>
	bareLoop(host, jobs.send, sendFields, authentication);

export const cases = {
	send: sending(() => ours(jobs.send)),
	sendPlain: sending(() => ours(jobs.sendPlain)),
	sendHttp: sending(http(jobs.send)),
	sendHttpPlain: sending(http(jobs.sendPlain)),
	sendLoop: sending(sendLoop()),
	sendLoopReadOnce: sending(sendLoop('readOnce')),
	sendLoopReadEachTime: sending(sendLoop('readEachTime')),
	bulk: sending(() => ours(jobs.bulk)),
	bulkPlain: sending(() => ours(jobs.bulkPlain)),
	bulkDirect: postBatches,
	report: reporting(() => ours(jobs.report)),
	reportHttp: reporting(http(jobs.report)),
	reportLoop: reporting((host) => bareLoop(host, jobs.report, { messageId: 'messageId' })),
	poll: async (host, count) =>
		await nodeTime(host, triggerWorkflow(host, await sentIds(host, count)), count),
	email: sending(() => ours(jobs.email)),
	emailHttp: sending(http(jobs.email)),
	viber: sending(() => ours(jobs.viber)),
	viberHttp: sending(http(jobs.viber)),
	suppress: sending(() => ours(jobs.suppress)),
	suppressHttp: sending(http(jobs.suppress)),
	campaign: ofCampaigns(() => ours(jobs.campaign)),
	campaignHttp: ofCampaigns(http(jobs.campaign)),
} satisfies Record<string, Case>;

export type CaseName = keyof typeof cases;

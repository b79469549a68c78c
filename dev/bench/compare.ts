/** Send of this checkout and of another one, side by side. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Failure } from '../failure.ts';
import { credentialName, credentialType, sandboxCredential } from '../provisioning.ts';
import { median, ms, times } from './figures.ts';
import { closeHost, type Host, openHost } from './host.ts';
import { timeCase } from './timing.ts';

const count = 1_000;
const turns = 11;

/** Runs each in an n8n of its own at the same sandbox, in turns, and prints what they took. */
export async function compareWith(folder: string): Promise<void> {
	const program = join(resolve(folder), 'dev/bench/host.ts');
	if (!existsSync(program)) {
		throw new Failure(
			`${folder} is no checkout of this package.`,
			'Name a folder with another checkout, in which npm install has run.',
		);
	}
	const here = await openHost();
	const there = await openOther(program, here);
	for (let i = 1; i <= 2; i++) {
		for (const host of [here, there]) await timeCase(host, 'send', count);
	}

	const taken = new Map<Host, number[]>([
		[here, []],
		[there, []],
	]);
	for (let turn = 1; turn <= turns; turn++) {
		// Each goes first as often as the other, give or take one.
		const hosts = turn % 2 ? [here, there] : [there, here];
		for (const host of hosts) taken.get(host)?.push(await timeCase(host, 'send', count));
	}
	await closeHost(there);

	const [ours, theirs] = [...taken.values()];
	console.log(`\nSend of ${count.toLocaleString('en')} items, ${turns} runs each in turns:`);
	for (const [name, values] of [
		['this checkout', ours],
		[folder, theirs],
	] as const)
		console.log(`  ${name}: ${ms(median(values))}   (${values.map(Math.round).join(', ')})`);
	console.log(`  ${times(median(ours) / median(theirs))} as long here as there`);
}

/** The other checkout builds and starts its package by its own program. */
async function openOther(program: string, { sandboxAddress }: Host): Promise<Host> {
	const { openHost }: typeof import('./host.ts') = await import(pathToFileURL(program).href);
	const host = await openHost();
	const data = sandboxCredential(sandboxAddress);
	await host.client.saveCredential({ name: credentialName, type: credentialType, data });
	return { ...host, sandboxAddress };
}

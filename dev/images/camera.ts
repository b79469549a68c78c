import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import sharp from 'sharp';

const imagesFolder = join(__dirname, '../../docs/images');

/** Hides what comes and goes and what is not about the work in hand, and leaves no gaps in corners. */
const tidy = `
	.el-notification, .el-popper, [role=tooltip],
	[data-test-id=floating-nodes], [data-test-id=node-feature-request],
	[data-test-id=panel-drag-button] { visibility: hidden !important }
	[data-test-id=ndv], [data-test-id=editCredential-modal] { border-radius: 0 !important }
`;

export type Theme = 'light' | 'dark';

/** A part of the page, in the pixels of its style sheet. */
export interface Area {
	x: number;
	y: number;
	width: number;
	height: number;
}

export type Clip = Locator | Area;

/** Takes the pictures of the documentation. */
export class Camera {
	constructor(readonly page: Page) {}

	/** Saves what a part of the page shows, in light as `NAME.png` and in dark as `NAME-dark.png`. */
	async take(name: string, part: Clip): Promise<void> {
		await this.takeIn('light', name, part);
		await this.takeIn('dark', name, part);
		await this.light('light');
	}

	/** Saves it in one of the two only. */
	async takeIn(theme: Theme, name: string, part: Clip): Promise<void> {
		await this.light(theme);
		// Away from everything that shows something when the mouse is on it.
		await this.page.mouse.move(0, 0);
		const clip = 'page' in part ? await areaOf(part) : part;
		await this.page.waitForFunction(() =>
			Array.from(document.images).every(({ complete }) => complete),
		);
		const picture = await this.page.screenshot({ clip, animations: 'disabled', style: tidy });
		const path = join(imagesFolder, `${name}${theme === 'dark' ? '-dark' : ''}.png`);
		await mkdir(dirname(path), { recursive: true });
		// 256 colours are enough for a user interface, and half the size.
		await writeFile(
			path,
			await sharp(picture).png({ palette: true, dither: 0, effort: 10 }).toBuffer(),
		);
	}

	async light(theme: Theme): Promise<void> {
		await this.page.emulateMedia({ colorScheme: theme });
	}
}

/** Where an element stands when it has come to rest, in whole pixels and without its border. */
export async function areaOf(element: Locator): Promise<Area> {
	await (await element.elementHandle())?.waitForElementState('stable');
	const box = await element.boundingBox();
	if (!box) throw new Error(`${element} is not on the page`);
	const x = Math.ceil(box.x) + 1;
	const y = Math.ceil(box.y) + 1;
	const [right, bottom] = [box.x + box.width, box.y + box.height].map((end) => Math.floor(end) - 1);
	return { x, y, width: right - x, height: bottom - y };
}

/**
 * The smallest area that holds all that is seen of some elements, with some room around it. n8n
 * moves things on its canvas for a while after a run, so it is measured until it stays the same.
 */
export async function areaAround(elements: Locator, room: number): Promise<Area> {
	let area = await measureAround(elements, room);
	for (;;) {
		await elements.page().waitForTimeout(500);
		const later = await measureAround(elements, room);
		if (JSON.stringify(later) === JSON.stringify(area)) return area;
		area = later;
	}
}

async function measureAround(elements: Locator, room: number): Promise<Area> {
	return await elements.evaluateAll((all, margin) => {
		// Of what is inside only the innermost: n8n has wide boxes around it that show nothing.
		const inside = all.flatMap((element) => Array.from(element.querySelectorAll(':not(:has(*))')));
		const boxes = [...all, ...inside]
			.filter((element) => element.checkVisibility({ opacityProperty: true }))
			.map((element) => element.getBoundingClientRect())
			.filter(({ width, height }) => width > 0 && height > 0);
		const x = Math.floor(Math.min(...boxes.map(({ left }) => left)) - margin);
		const y = Math.floor(Math.min(...boxes.map(({ top }) => top)) - margin);
		const right = Math.ceil(Math.max(...boxes.map((box) => box.right)) + margin);
		const bottom = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) + margin);
		return { x, y, width: right - x, height: bottom - y };
	}, room);
}

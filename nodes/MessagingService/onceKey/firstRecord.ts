/**
 * Records something in n8n's memory. Of two executions that make the first record of a workflow at the same
 * time, the database refuses one, with nothing recorded; the second try then finds the row. What fails
 * otherwise is not repeated: it may have been recorded.
 */
export async function recordDespiteAnother<Result>(record: () => Promise<Result>): Promise<Result> {
	return await record().catch(async (error: Error) => {
		const isAnothers = /unique constraint/i.test(error.message);
		return await (isAnothers ? record() : Promise.reject(error));
	});
}

/**
 * Sends a request for each id, one after another, and returns how many succeeded. A refusal for one record does not stop
 * the other requests; the first refusal is thrown at the end. Any other error, such as the end of the session, concerns
 * all requests and is thrown at once.
 * @param done HTTP statuses of refusals after which nothing is left to do for the record
 */
export async function eachId<Id>(
  ids: readonly Id[],
  done: readonly number[],
  send: (id: Id) => Promise<unknown>,
): Promise<number> {
  let succeeded = 0;
  let refusal: unknown;
  for (const id of ids) {
    try {
      await send(id);
      succeeded++;
    } catch (error) {
      const { status = 0 } = error as { status?: number };
      if (!OF_ONE_RECORD.has(status)) throw error;
      if (!done.includes(status)) refusal ??= error;
    }
  }
  if (refusal) throw refusal;
  return succeeded;
}

/** HTTP statuses of refusals that concern the record and not the caller or the server. */
const OF_ONE_RECORD: ReadonlySet<number> = new Set([403, 404, 409, 422]);

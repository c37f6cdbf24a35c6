import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';

/** Error codes of a write after the client has disconnected. */
const GONE = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/**
 * Streams a file at the client's pace. When the client disconnects, the source of the text is closed.
 * @param type without the character set, which is UTF-8
 */
export async function sendDownload(
  response: Response,
  { name, type }: { name: string; type: string },
  text: AsyncGenerator<string>,
): Promise<void> {
  // A failure before the first chunk is answered like any other failure.
  const first = await text.next();
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  try {
    await pipeline(continued(first, text), response);
  } catch (error) {
    if (!GONE.has(String((error as { code?: unknown } | undefined)?.code))) throw error;
  } finally {
    await text.return(undefined);
  }
}

async function* continued<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';
import type { AdminHttpRequest } from '../access/actor.js';

/** Error codes of a write after the client has disconnected. */
const GONE = new Set([
  'ECONNRESET',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_STREAM_PREMATURE_CLOSE',
  'ERR_STREAM_UNABLE_TO_PIPE',
]);

/**
 * Sends a file at the client's pace. If the client disconnects, the generator of the text is ended. If the caller loses
 * access to the file, the connection is closed, so that the file does not look complete.
 * @param type content type without the character set, which is UTF-8
 */
export async function sendDownload(
  response: Response,
  { name, type }: { name: string; type: string },
  text: AsyncGenerator<string>,
): Promise<void> {
  const parts = authorized(response.req as AdminHttpRequest, text);
  // A failure before the first part gets a normal error response.
  const first = await parts.next();
  response.attachment(fileName(name));
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  try {
    await pipeline(continued(first, parts), response);
  } catch (error) {
    if (!GONE.has(String((error as { code?: unknown } | undefined)?.code))) throw error;
  } finally {
    await parts.return(undefined);
  }
}

/** Replaces characters that file systems refuse in a name. */
function fileName(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}"*/:<>?\\|%\s]+/gu, '_').replace(/^\.+/, '_');
}

/** Checks before each part that the caller still has access, since a download may take hours. */
async function* authorized<T>(request: AdminHttpRequest, parts: AsyncIterable<T>): AsyncGenerator<T> {
  for await (const part of parts) {
    await request.authorizeAgain!();
    yield part;
  }
}

async function* continued<T>(first: IteratorResult<T>, rest: AsyncGenerator<T>): AsyncGenerator<T> {
  if (!first.done) yield first.value;
  yield* rest;
}

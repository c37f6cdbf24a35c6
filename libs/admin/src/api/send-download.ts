import type { Response } from 'express';
import { pipeline } from 'node:stream/promises';

/** What a write meets when the client has gone away. */
const GONE = new Set(['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE']);

/**
 * Sends a file at the pace at which the client takes it. When the client goes away, what makes the text is ended.
 * @param type without the character set, which is UTF-8
 */
export async function sendDownload(
  response: Response,
  { name, type }: { name: string; type: string },
  text: AsyncIterable<string>,
): Promise<void> {
  response.setHeader('Content-Type', `${type}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  try {
    await pipeline(text, response);
  } catch (error) {
    if (!GONE.has(String((error as { code?: unknown } | undefined)?.code))) throw error;
  }
}

import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const LINE_FEED = 0x0a;
/**
 * Maximum length of a line, far longer than any row. It prevents a file that is not a backup from filling the memory.
 */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

/** Yields the lines of a gzipped file, each with its line feed. Text after the last line feed is also yielded. */
export async function* readLines(path: string): AsyncGenerator<Buffer> {
  const chunks = pipeline(
    createReadStream(path, { highWaterMark: READ_BYTES }),
    createGunzip({ chunkSize: READ_BYTES }),
    // The consumer of the chunks receives the error.
    () => undefined,
  );
  let begun: Buffer[] = [];
  let begunBytes = 0;
  for await (const chunk of chunks as AsyncIterable<Buffer>) {
    let start = 0;
    for (let end; (end = chunk.indexOf(LINE_FEED, start) + 1) > 0; start = end) {
      const rest = chunk.subarray(start, end);
      yield begun.length > 0 ? Buffer.concat([...begun, rest]) : rest;
      begun = [];
      begunBytes = 0;
    }
    if (start === chunk.length) continue;
    begun.push(chunk.subarray(start));
    begunBytes += chunk.length - start;
    if (begunBytes > MAX_LINE_BYTES) throw new Error('a line is too long');
  }
  if (begun.length > 0) yield Buffer.concat(begun);
}

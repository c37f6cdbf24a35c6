import type { Request } from 'express';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { addressKey, errorCode } from '@app/platform';
import { ClientHttpError, parameterError } from '../errors/client-errors.js';
import type { LargeBodies, CountedBody } from './large-bodies.js';

type Decompress = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>;

const DECOMPRESS = new Map<string, Decompress>([
  ['gzip', promisify(gunzip)],
  ['deflate', promisify(inflate)],
  ['br', promisify(brotliDecompress)],
  ['zstd', promisify(zstdDecompress)],
]);

/** Bodies up to this size do not count as large, since parsing one takes no longer than answering a request. */
const SMALL_BYTES = 8 * 1024;

/**
 * Creates a function that reads a request's body and passes it to `parse`. The function fails with a `ParameterError`
 * if the body is not compressed as declared, or with status 400 if the client disconnects. Other failures have status
 * 413, 415 or 503.
 * @param limit maximum size of a body in bytes, compressed or not
 */
export function createBodyReader(limit: number, bodies: LargeBodies) {
  return async <T>(request: Request, address: string, parse: (body: Buffer) => Promise<T>): Promise<T> => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    const decompress = DECOMPRESS.get(encoding);
    if (!decompress && encoding !== 'identity') throw new ClientHttpError(415);
    // NaN without a Content-Length.
    const announced = Number(request.headers['content-length']);
    if (announced > limit) throw new ClientHttpError(413);
    if (announced <= SMALL_BYTES && !decompress) return parse(await collect(request, limit).body);

    const key = addressKey(address);
    const dropped = Promise.withResolvers<never>();
    const held = bodies.hold(key, dropped.reject);
    try {
      const collected = collect(request, limit, held);
      dropped.promise.catch(collected.discard);
      let body = await collected.body;
      if (decompress) {
        // Takes turns, since each decompression in progress takes half a megabyte.
        await Promise.race([bodies.turn(key), dropped.promise]);
        body = await unpack(decompress, body, limit);
        held.add(body.length);
      }
      if (body.length > SMALL_BYTES) await Promise.race([bodies.turn(key), dropped.promise]);
      return await parse(body);
    } finally {
      held.release();
    }
  };
}

/** Collects a body. Node itself ensures that the body has the announced length. */
function collect(
  request: Request,
  limit: number,
  held?: CountedBody,
): { body: Promise<Buffer>; discard: (error: Error) => void } {
  const { promise: body, resolve, reject } = Promise.withResolvers<Buffer>();
  let chunks: Buffer[] = [];
  let length = 0;
  let isDiscarded = false;
  // Drops the chunks that have arrived, and ignores those that still arrive.
  const discard = (error: Error) => {
    isDiscarded = true;
    chunks = [];
    reject(error);
  };
  request.on('data', (chunk: Buffer) => {
    if (isDiscarded) return;
    length += chunk.length;
    if (length > limit) return discard(new ClientHttpError(413));
    chunks.push(chunk);
    held?.add(chunk.length);
  });
  request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  // Fails with a new error, since the code of the original error, ECONNRESET, would be mistaken for a database error.
  request.on('error', () => reject(new ClientHttpError(400)));
  return { body, discard };
}

/**
 * Decompresses a body that has arrived completely. Decompressing it while it arrives would occupy memory for the
 * decompression as long as the client keeps sending.
 */
async function unpack(decompress: Decompress, body: Buffer, limit: number): Promise<Buffer> {
  try {
    return await decompress(body, { maxOutputLength: limit });
  } catch (error) {
    if (errorCode(error) === 'ERR_BUFFER_TOO_LARGE') throw new ClientHttpError(413);
    throw parameterError('body', 'compressed');
  }
}

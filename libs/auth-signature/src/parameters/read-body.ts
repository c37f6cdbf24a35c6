import type { Request } from 'express';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { ClientHttpError, parameterError } from '../errors/client-errors.js';
import type { BodiesUnderWay, HeldBody } from './bodies-under-way.js';

const DECOMPRESS = {
  gzip: promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
};

/** Bytes up to which a body counts for nothing: parsing it takes about as long as answering a request. */
const SMALL_BYTES = 8 * 1024;

/**
 * Makes the function that collects a request's body and hands it to `parse`. It fails with status 400 when the client
 * goes away meanwhile, with 413, 415 or 503, or with a `ParameterError` for a body that is not compressed as it says.
 * @param limit largest body in bytes, compressed or not
 */
export function createBodyReader(limit: number, bodies: BodiesUnderWay) {
  return async <T>(request: Request, address: string, parse: (body: Buffer) => Promise<T>): Promise<T> => {
    const encoding = request.headers['content-encoding']?.toLowerCase() ?? 'identity';
    if (encoding !== 'identity' && !(encoding in DECOMPRESS)) throw new ClientHttpError(415);
    const announced = Number(request.headers['content-length'] ?? Infinity);
    if (announced > limit && announced !== Infinity) throw new ClientHttpError(413);
    if (announced <= SMALL_BYTES && encoding === 'identity') return parse(await collect(request, limit));

    const dropped = Promise.withResolvers<never>();
    const held = bodies.hold(address, dropped.reject);
    try {
      let body = await Promise.race([collect(request, limit, held), dropped.promise]);
      if (encoding !== 'identity') {
        body = await decompress(body, encoding as keyof typeof DECOMPRESS, limit);
        held.add(body.length);
      }
      if (body.length > SMALL_BYTES) await Promise.race([bodies.turn(address), dropped.promise]);
      return await parse(body);
    } finally {
      held.release();
    }
  };
}

/** Node itself sees to it that the body has the length that was said. */
function collect(request: Request, limit: number, held?: HeldBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let length = 0;
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        held?.add(chunk.length);
        return;
      }
      // What follows is thrown away.
      chunks = [];
      reject(new ClientHttpError(413));
    };
    request.on('data', take);
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
    // Its own code, ECONNRESET, would be taken for the database's.
    request.on('error', () => reject(new ClientHttpError(400)));
  });
}

/** Only of a whole body: a decompression that is under way takes half a megabyte, and a body that never ends would keep it. */
async function decompress(body: Buffer, encoding: keyof typeof DECOMPRESS, limit: number): Promise<Buffer> {
  try {
    return await DECOMPRESS[encoding](body, { maxOutputLength: limit });
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_BUFFER_TOO_LARGE') throw new ClientHttpError(413);
    throw parameterError('body', 'compressed');
  }
}

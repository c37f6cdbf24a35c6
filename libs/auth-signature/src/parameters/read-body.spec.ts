import { describe, expect, it } from '@jest/globals';
import type { Request } from 'express';
import { PassThrough } from 'node:stream';
import { brotliCompressSync } from 'node:zlib';
import { ServiceUnavailableError } from '@app/platform';
import { ClientHttpError } from '../errors/client-errors.js';
import { LargeBodies } from './large-bodies.js';
import { createBodyReader } from './read-body.js';

const LIMIT = 100_000;

/** A request whose body is written by the test. */
function requestWith(headers: Record<string, string>): PassThrough & Request {
  return Object.assign(new PassThrough(), { headers }) as unknown as PassThrough & Request;
}

const length = async (body: Buffer) => body.length;

describe('createBodyReader', () => {
  it('drops the unfinished body of the address that holds most bytes, and does not keep the rest of this body', async () => {
    const bodies = new LargeBodies(110_000);
    const read = createBodyReader(LIMIT, bodies);
    const [large, small] = [requestWith({}), requestWith({})];
    const dropped = read(large, 'a', length);
    large.write(Buffer.alloc(70_000));
    const kept = read(small, 'b', length);
    small.end(Buffer.alloc(50_000));
    await expect(dropped).rejects.toThrow(ServiceUnavailableError);
    large.end(Buffer.alloc(20_000));
    expect(await kept).toBe(50_000);
  });

  it('decompresses a body up to the limit', async () => {
    const read = createBodyReader(LIMIT, new LargeBodies());
    const send = (bytes: number) => {
      const request = requestWith({ 'content-encoding': 'br' });
      request.end(brotliCompressSync(Buffer.alloc(bytes, 'a')));
      return read(request, 'a', length);
    };
    expect(await send(LIMIT)).toBe(LIMIT);
    await expect(send(LIMIT + 1)).rejects.toEqual(new ClientHttpError(413));
  });

  it.each(['rot13', 'gzip, br', 'constructor', 'toString', '__proto__'])(
    'refuses the encoding %s',
    async (encoding) => {
      const read = createBodyReader(LIMIT, new LargeBodies());
      const request = requestWith({ 'content-encoding': encoding });
      await expect(read(request, 'a', length)).rejects.toEqual(new ClientHttpError(415));
    },
  );
});

import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { AdminError, invalid, problem, refusal } from '../../errors/admin-error.js';

const MAX_MIB = 16;
const MAX_BYTES = MAX_MIB * 1024 * 1024;
const PIECE_BYTES = 16 * 1024;

/**
 * The body of a request as text. It is read by nobody before, so that only those whom the guard has let in can send much.
 */
export class TextBody {
  /**
   * Piece by piece as it comes in, once.
   * @throws AdminError 413 when it is too long, 422 when it is not UTF-8
   */
  readonly pieces: AsyncGenerator<string>;
  private readonly hash = createHash('sha256');
  private digest: string | undefined;

  constructor(request: Request) {
    this.pieces = this.read(request);
  }

  /** Of the whole text, in hex. What of it was not read until now is lost. */
  async sha256(): Promise<string> {
    // Nothing comes of a body that has been read.
    while (!(await this.pieces.next()).done);
    return (this.digest ??= this.hash.digest('hex'));
  }

  private async *read(request: Request): AsyncGenerator<string> {
    for await (const piece of readTextBody(request)) {
      this.hash.update(piece);
      yield piece;
    }
  }
}

async function* readTextBody(request: Request): AsyncGenerator<string> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw tooLong();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Buffer): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw invalid({ body: problem('not_utf8') });
    }
  };
  let size = 0;
  try {
    // Destroyed, the request would take the connection with it, and the answer.
    for await (const bytes of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += bytes.length;
      if (size > MAX_BYTES) throw tooLong();
      // What is made of a piece takes a while; all else has its turn in between, however fast the body comes.
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        yield decode(bytes.subarray(start, start + PIECE_BYTES));
        await setImmediate();
      }
    }
    yield decode();
  } catch (error) {
    throw error instanceof AdminError ? error : refusal('body_incomplete');
  } finally {
    // What is still to come would stand in the way of the next request on this connection.
    request.resume();
  }
}

function tooLong(): AdminError {
  return refusal('import_too_large', { maxMib: MAX_MIB });
}

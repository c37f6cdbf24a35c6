import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { AdminHttpRequest } from '../../access/actor.js';
import { AdminError, invalid, problem, refusal } from '../../errors/admin-error.js';

const MAX_MIB = 16;
const MAX_BYTES = MAX_MIB * 1024 * 1024;
const PIECE_BYTES = 16 * 1024;

/**
 * The body of a request as text. It is not read before authorization, so only authorized callers can send large bodies.
 * The caller is authorized again when the body has arrived.
 */
export class TextBody {
  /**
   * Yields the body piece by piece as it arrives. The body can be read only once.
   * @throws AdminError 413 when it is too long, 422 when it is not UTF-8, 401 or 403 when the caller has lost access
   */
  readonly pieces: AsyncGenerator<string>;
  private readonly hash = createHash('sha256');
  private digest: string | undefined;

  constructor(request: AdminHttpRequest) {
    this.pieces = this.read(request);
  }

  /** Returns the SHA-256 of the whole text, in hex. Discards the pieces that have not been read yet. */
  async sha256(): Promise<string> {
    // Reads the rest of the body, because the hash needs it.
    while (!(await this.pieces.next()).done);
    return (this.digest ??= this.hash.digest('hex'));
  }

  private async *read(request: AdminHttpRequest): AsyncGenerator<string> {
    for await (const piece of readTextBody(request)) {
      this.hash.update(piece);
      yield piece;
    }
    // The body may take minutes to arrive, and meanwhile the session may end or the role may change.
    await request.authorizeAgain!();
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
    // By default, an error in this loop would destroy the request, which closes the connection before the response.
    for await (const bytes of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += bytes.length;
      if (size > MAX_BYTES) throw tooLong();
      // Processing a piece takes time, so other work runs between two pieces.
      for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
        yield decode(bytes.subarray(start, start + PIECE_BYTES));
        await setImmediate();
      }
    }
    yield decode();
  } catch (error) {
    throw error instanceof AdminError ? error : refusal('body_incomplete');
  } finally {
    // Unread data would block the next request on this connection.
    request.resume();
  }
}

function tooLong(): AdminError {
  return refusal('import_too_large', { maxMib: MAX_MIB });
}

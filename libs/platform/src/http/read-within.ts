import type { IncomingMessage, ServerResponse } from 'node:http';

/** One of Express's body parsers, such as `express.json()`. */
type BodyReader = (
  request: IncomingMessage,
  response: ServerResponse,
  next: (error?: unknown) => void,
) => void;

/**
 * Reads a body with one of Express's body parsers. Fails with the parser's error, or with the error of `tooLong` as
 * soon as the declared or received length exceeds `maxBytes`. The parser's option `limit` is not enough: with it, the
 * parser fails only after it has received the whole body.
 */
export function readWithin(
  reader: BodyReader,
  request: IncomingMessage,
  response: ServerResponse,
  maxBytes: number,
  tooLong: () => Error,
): Promise<void> {
  return new Promise((resolve, reject) => {
    if (Number(request.headers['content-length']) > maxBytes) return reject(tooLong());
    let length = 0;
    const count = (chunk: Buffer) => {
      length += chunk.length;
      if (length <= maxBytes) return;
      request.off('data', count);
      reject(tooLong());
    };
    request.on('data', count);
    reader(request, response, (error) => (error ? reject(error) : resolve()));
  });
}

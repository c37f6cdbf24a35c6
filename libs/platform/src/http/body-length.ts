import type { IncomingMessage } from 'node:http';

/**
 * Calls `then` once more than `maxBytes` of a request's body have arrived. Express's readers report that only after they
 * have received the whole body, however long it is. Call it while such a reader reads: it starts the flow of the body.
 */
export function whenBodyExceeds(request: IncomingMessage, maxBytes: number, then: () => void): void {
  let length = 0;
  const count = (chunk: Buffer) => {
    length += chunk.length;
    if (length <= maxBytes) return;
    request.off('data', count);
    then();
  };
  request.on('data', count);
}

import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Has a request that came in one piece with others on its connection wait until those are answered, and the answers are
 * read: all of them would otherwise be begun at once, for a client that may read none.
 */
export function answerInTurn(_request: IncomingMessage, response: ServerResponse, next: () => void): void {
  // Node gives a response its socket when it is the first in the line.
  if (response.socket) next();
  else response.once('socket', () => next());
}

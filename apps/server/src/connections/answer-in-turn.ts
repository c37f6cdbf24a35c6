import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum of waiting requests per connection. Hardly any client pipelines even two. */
const MOST_WAITING = 20;

const waiting = new WeakMap<Socket, number>();

/** Returns the number of requests that wait on a connection. */
export function waitingRequests(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}

/**
 * Serves pipelined requests one after another: each waits until the earlier answers have been read. Otherwise all would
 * start at once for a client that may read none. Other connections are served in between. A connection that sends too
 * many requests is closed.
 * @param onWaiting called for each request that waits
 */
export function answerInTurn(onWaiting: (socket: Socket) => void) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // Node assigns the socket to the response that is first in line.
    if (response.socket) return next();
    const { socket } = request;
    const others = waitingRequests(socket);
    if (others >= MOST_WAITING) return void socket.destroy();
    waiting.set(socket, others + 1);
    response.once('socket', () => {
      waiting.set(socket, waitingRequests(socket) - 1);
      setImmediate(next);
    });
    onWaiting(socket);
  };
}

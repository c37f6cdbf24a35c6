import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that may wait for their turn. Hardly any client sends two in one piece. */
const MOST_WAITING = 20;

const waiting = new WeakMap<Socket, number>();

/** How many requests of a connection wait for their turn. */
export function waitingRequests(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}

/**
 * Has a request that came in one piece with others on its connection wait until those are answered, and the answers are
 * read: all of them would otherwise be begun at once, for a client that may read none. Other connections are served in
 * between. A connection that sends too many is closed.
 * @param onWaiting is told of each request that waits
 */
export function answerInTurn(onWaiting: (socket: Socket) => void) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // Node gives a response its socket when it is the first in the line.
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

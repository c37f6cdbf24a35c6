import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum number of waiting requests per connection. Few clients pipeline requests at all. */
const MOST_WAITING = 20;

const waiting = new WeakMap<Socket, number>();

/** Returns the number of requests that wait on a connection. */
export function waitingRequests(socket: Socket): number {
  return waiting.get(socket) ?? 0;
}

/**
 * Serves pipelined requests one after another: each request waits until the client has read the earlier responses.
 * Otherwise all requests would be processed at once, even if the client reads no response. A connection that sends too
 * many requests is closed.
 * @param onWaiting called for each waiting request
 */
export function answerInTurn(onWaiting: (socket: Socket) => void) {
  return (request: IncomingMessage, response: ServerResponse, next: () => void): void => {
    // Node assigns the socket only to the first response in the queue.
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

import type { Application } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Limits for draining an unread body after the answer: bytes and milliseconds. */
export const DRAIN_LIMITS = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/**
 * Closes the connection of a request that is answered before its body has arrived. On a kept connection a proxy would
 * take the rest for a protocol error and fail other clients' requests; an immediate close would reset the connection,
 * and the reset can overtake the answer. So the answer says `Connection: close`, and the rest is read and discarded,
 * within limits.
 * @param app all of whose responses do so from now on
 */
export function closeAfterEarlyAnswers(app: Application, limits = DRAIN_LIMITS): void {
  // Express's own prototype of this application's responses, missing from its types.
  const { response } = app as Application & { response: ServerResponse };
  // oxlint-disable-next-line typescript/unbound-method -- called on the response at hand
  const { end, writeHead } = response;
  Object.assign(response, {
    writeHead(this: ServerResponse, ...args: Parameters<typeof writeHead>) {
      if (isUnread(this.req) && !this.headersSent) {
        this.setHeader('Connection', 'close');
        drainBeforeClosing(this.req, limits);
      }
      return writeHead.apply(this, args);
    },
    end(this: ServerResponse, ...args: Parameters<typeof end>) {
      if (!isUnread(this.req) || this.headersSent) return end.apply(this, args);
      // Most bodies arrive together with the head, but Node has not delivered them yet.
      this.req.resume();
      setImmediate(() => end.apply(this, args));
      return this;
    },
  });
}

function isUnread({ complete, headers }: IncomingMessage): boolean {
  return (
    !complete && (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
  );
}

function drainBeforeClosing(request: IncomingMessage, { bytes, ms }: typeof DRAIN_LIMITS): void {
  const { socket } = request;
  let taken = 0;
  request.on('data', (chunk: Buffer) => {
    taken += chunk.length;
    if (taken > bytes) socket.destroy();
  });
  // Node closes a socket by this method once its last answer is sent.
  socket.destroySoon = () => {
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (request.complete) return close();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', close);
  };
}

import type { Application } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Of a body that nobody reads, so much is still taken in after the answer, for so long. */
export const DRAIN_LIMITS = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/**
 * Ends the connection of a request that is answered before its body is there. On a kept one, a proxy would take what is
 * still to come for a fault of the connection, and other clients' requests on it would fail; closed at once, the rest of
 * the body would be answered with a reset, which can reach the proxy before the answer. So the answer says
 * `Connection: close`, and the rest is taken in and thrown away, within limits.
 * @param app whose responses all do so from now on
 */
export function closeAfterEarlyAnswers(app: Application, limits = DRAIN_LIMITS): void {
  // Express's own prototype of this application's responses, which its types leave out.
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
      // Most bodies came together with the head, but Node has not told of them yet.
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
  // Node closes a socket by this method when its last answer is sent.
  socket.destroySoon = () => {
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (request.complete) return close();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', close);
  };
}

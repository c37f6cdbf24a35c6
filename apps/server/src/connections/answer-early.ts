import type { Application } from 'express';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Limits for reading and discarding the rest of a body after the response, in bytes and milliseconds. */
const DRAIN_LIMITS = { bytes: 32 * 1024 * 1024, ms: 5_000 };

/**
 * Closes the connection of a request that is answered before its body has arrived. If the connection stayed open, a
 * proxy would report a protocol error and fail other clients' requests. If it were closed immediately, it would be
 * reset, and the client could lose the response. Therefore the response has `Connection: close`, and the rest of the
 * body is read and discarded, within limits. Applies to all responses of `app`.
 */
export function closeAfterEarlyAnswers(app: Application, limits = DRAIN_LIMITS): void {
  // The prototype of the responses of this Express app. The types of Express do not contain it.
  const { response } = app as Application & { response: ServerResponse };
  // oxlint-disable-next-line typescript/unbound-method -- called with the right response as `this`
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
      // Waits for one turn of the event loop: most bodies have arrived with the head, but Node delivers them later.
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
  // Node calls this method to close a socket after its last response.
  socket.destroySoon = () => {
    const close = () => Socket.prototype.destroySoon.call(socket);
    if (request.complete) return close();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), ms);
    socket.once('close', () => clearTimeout(timer));
    request.once('end', close);
  };
}

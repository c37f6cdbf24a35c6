import { Logger } from '@nestjs/common';
import type { Application } from 'express';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LogThrottle } from '@app/platform';
import { waitingRequests } from './answer-in-turn.js';
import { currentResponse } from './current-response.js';

/** Maximum memory of all connections together for unread responses. */
const LIMIT_BYTES = 128 * 1024 * 1024;
/** Assumed size of a waiting request, with a head of the maximum size. */
const WAITING_REQUEST_BYTES = 16 * 1024;
/**
 * Above the limit, connections are closed until unread data uses at most this share of the limit. The unread data is
 * counted again only when new data has filled the rest.
 */
const LEFT = 7 / 8;
const TOLD_EVERY_MS = 60_000;

/**
 * Limits the memory for clients that do not read their responses: unsent responses, and the requests that wait behind
 * them. Beyond the limit, the connections with the most unread data are closed.
 */
export class UnreadAnswers {
  private readonly holding = new Set<Socket>();
  /** Upper bound of the unread bytes: the last count plus all bytes added since. */
  private atMost = 0;
  private readonly logger = new Logger('Connections');
  private readonly told = new LogThrottle(TOLD_EVERY_MS);

  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /** Counts the unsent bytes of the responses of an Express app. */
  watch(app: Application): void {
    // oxlint-disable-next-line typescript/unbound-method -- called with the right response as `this`
    const { end, write } = ServerResponse.prototype;
    const { note } = this;
    // The prototype of the responses of this Express app. The types of Express do not contain it.
    Object.assign((app as Application & { response: ServerResponse }).response, {
      write(this: ServerResponse, chunk: unknown, encoding: BufferEncoding, callback?: () => void) {
        const { socket } = this;
        const isTaken = write.call(this, chunk, encoding, callback);
        if (socket && this.writableLength > 0) note(socket, this.writableLength);
        return isTaken;
      },
      end(this: ServerResponse, chunk: unknown, encoding: BufferEncoding, callback?: () => void) {
        const { socket } = this;
        end.call(this, chunk, encoding, callback);
        if (socket && this.writableLength > 0) note(socket, this.writableLength);
        return this;
      },
    });
  }

  /** Counts a waiting request. */
  noteWaiting = (socket: Socket): void => this.note(socket, WAITING_REQUEST_BYTES);

  private readonly note = (socket: Socket, bytes: number): void => {
    if (!this.holding.has(socket)) {
      this.holding.add(socket);
      socket.once('close', () => this.holding.delete(socket));
    }
    this.atMost += bytes;
    if (this.atMost > this.limitBytes) this.closeLargest();
  };

  private closeLargest(): void {
    const all = [...this.holding].map((socket) => ({ socket, bytes: bytesHeldBy(socket) }));
    this.atMost = all.reduce((sum, { bytes }) => sum + bytes, 0);
    const leave = this.limitBytes * LEFT;
    if (this.atMost <= leave) return;
    for (const { socket, bytes } of all.toSorted((a, b) => b.bytes - a.bytes)) {
      if (this.atMost <= leave) break;
      socket.destroy();
      this.atMost -= bytes;
    }
    if (this.told.pass())
      this.logger.warn(
        'Clients do not read their responses: closing the connections with the most unread data',
      );
  }
}

function bytesHeldBy(socket: Socket): number {
  if (socket.destroyed) return 0;
  // A response buffers the writes of the current event loop turn. Its `writableLength` includes the socket's buffer.
  const unsent = (currentResponse(socket) ?? socket).writableLength;
  return unsent + waitingRequests(socket) * WAITING_REQUEST_BYTES;
}

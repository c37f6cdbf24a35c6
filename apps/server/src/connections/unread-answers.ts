import { Logger } from '@nestjs/common';
import type { Application } from 'express';
import { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LogThrottle } from '@app/platform';
import { waitingRequests } from './answer-in-turn.js';
import { currentResponse } from './current-response.js';

/** What all connections together may hold in memory for clients that do not read. */
const LIMIT_BYTES = 128 * 1024 * 1024;
/** A request that waits for the answers before it to be read, with the largest head that is taken. */
const WAITING_REQUEST_BYTES = 16 * 1024;
/** What is left when connections were closed, so that it takes a while until they have to be counted again. */
const LEFT = 7 / 8;
const TOLD_EVERY_MS = 60_000;

/**
 * Bounds what connections hold for clients that do not read: answers that were not sent yet, and requests that wait
 * behind them. Beyond the limit, the connections that hold most are closed.
 */
export class UnreadAnswers {
  private readonly holding = new Set<Socket>();
  /** No less than they hold: what it was when it was counted, and all that came since. */
  private atMost = 0;
  private readonly logger = new Logger('Connections');
  private readonly told = new LogThrottle(TOLD_EVERY_MS);

  constructor(private readonly limitBytes = LIMIT_BYTES) {}

  /** Counts what the responses of an application leave unsent. */
  watch(app: Application): void {
    // oxlint-disable-next-line typescript/unbound-method -- called on the response at hand
    const { end, write } = ServerResponse.prototype;
    const { note } = this;
    // Express's own prototype of this application's responses, which its types leave out.
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

  /** Counts a request that waits. */
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
      this.logger.warn('Clients do not read their answers: closing the connections that hold most of them');
  }
}

function bytesHeldBy(socket: Socket): number {
  if (socket.destroyed) return 0;
  // A response keeps what was written in this turn of the event loop; its length is that of the connection with it.
  const unsent = (currentResponse(socket) ?? socket).writableLength;
  return unsent + waitingRequests(socket) * WAITING_REQUEST_BYTES;
}

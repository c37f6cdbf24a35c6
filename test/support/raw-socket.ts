import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { eventually } from './server-process.js';

/** A server's reaction to bytes. */
export interface RawAnswer {
  /** All received bytes as Latin-1. */
  text: string;
  /** The statuses of the responses in `text`. */
  statuses: number[];
  /** True when the server closed the connection. */
  isClosed: boolean;
}

/** A raw connection that may send anything but valid HTTP. */
export class RawSocket {
  private text = '';
  private readonly end: Promise<boolean>;

  private constructor(readonly socket: Socket) {
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => (this.text += chunk));
    // A reset counts as a normal end.
    socket.on('error', () => undefined);
    this.end = new Promise((resolve) => void socket.once('close', () => resolve(true)));
  }

  /** @param from local address of the connection, such as 127.0.0.2 */
  static async open(url: string, from?: string): Promise<RawSocket> {
    const { hostname, port } = new URL(url);
    const socket = connect({ host: hostname, port: Number(port), ...(from && { localAddress: from }) });
    const raw = new RawSocket(socket);
    await Promise.race([new Promise((resolve) => void socket.once('connect', resolve)), raw.end]);
    return raw;
  }

  write(bytes: string | Buffer): void {
    this.socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  }

  /** Waits until the server has closed the connection, at most `withinMs`. */
  async closed(withinMs: number): Promise<boolean> {
    return Promise.race([this.end, setTimeout(withinMs, false, { ref: false })]);
  }

  /** Waits for this many answers and returns their statuses. */
  async statuses(count: number): Promise<number[]> {
    return eventually(async () => {
      const statuses = statusesIn(this.text);
      return statuses.length >= count || this.socket.destroyed ? statuses : undefined;
    });
  }

  /** Returns everything received until the server closed the connection, or until it was quiet for a while. */
  async answer(quietMs = 200): Promise<RawAnswer> {
    let isClosed = false;
    for (let before = -1; !isClosed && before !== this.text.length;) {
      before = this.text.length;
      isClosed = await this.closed(quietMs);
    }
    return { text: this.text, statuses: statusesIn(this.text), isClosed };
  }

  drop(): void {
    this.socket.destroy();
  }
}

function statusesIn(text: string): number[] {
  return [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
}

import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AdminClient } from './admin-client.js';

/** A download that the server has begun, and of which nothing is read: it goes on as far as the sockets' buffers take it. */
export class SlowDownload {
  private constructor(private readonly response: IncomingMessage) {}

  static async begin({ url, credentials }: AdminClient, path: string): Promise<SlowDownload> {
    const call = get(`${url}/api/admin/v1${path}`, { headers: credentials });
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    response.pause();
    return new SlowDownload(response);
  }

  get status(): number {
    return this.response.statusCode!;
  }

  /** Reads what comes, and tells whether the server ended it in an orderly way. */
  async read(): Promise<{ text: string; complete: boolean }> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.response) pieces.push(piece as Buffer);
    } catch {
      // It was cut.
    }
    return { text: Buffer.concat(pieces).toString(), complete: this.response.complete };
  }
}

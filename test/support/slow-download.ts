import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AdminClient } from './admin-client.js';

/**
 * A download that the server has started but the client does not read. It continues until the sockets' buffers are
 * full.
 */
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

  /** Reads the download to its end. `complete` is true if the server ended it normally. */
  async read(): Promise<{ text: string; complete: boolean }> {
    const pieces: Buffer[] = [];
    try {
      for await (const piece of this.response) pieces.push(piece as Buffer);
    } catch {
      // The connection was closed before the end.
    }
    return { text: Buffer.concat(pieces).toString(), complete: this.response.complete };
  }
}

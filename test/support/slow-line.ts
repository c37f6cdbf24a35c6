import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A proxy on this machine that delays answers. */
export class SlowLine {
  /** Delay of an answer in milliseconds. */
  delayMs = 0;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number): Promise<SlowLine> {
    const server = createServer((client) => {
      const behind = connect(port, '127.0.0.1');
      client.pipe(behind);
      behind.on('data', (chunk) => void setTimeout(() => client.write(chunk), line.delayMs));
      client.on('close', () => behind.destroy()).on('error', () => undefined);
      behind.on('close', () => client.destroy()).on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new SlowLine(server, (server.address() as AddressInfo).port);
    return line;
  }

  close(): void {
    this.server.close();
  }
}

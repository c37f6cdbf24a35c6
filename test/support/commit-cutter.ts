import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';

/** A proxy to MySQL that can lose the connection after the database has received a commit, before it replies. */
export class CommitCutter {
  private isArmed = false;

  private constructor(
    private readonly server: Server,
    readonly port: number,
  ) {}

  static async to(port: number, host: string): Promise<CommitCutter> {
    const server = createServer((client) => {
      const behind = connect(port, host);
      let isCommitted = false;
      client.on('data', (chunk) => {
        if (cutter.isArmed && chunk.includes('COMMIT')) {
          cutter.isArmed = false;
          isCommitted = true;
        }
        behind.write(chunk);
      });
      behind.on('data', (chunk) => {
        if (isCommitted) client.destroy();
        else client.write(chunk);
      });
      client.on('close', () => behind.destroy()).on('error', () => undefined);
      behind.on('close', () => client.destroy()).on('error', () => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const cutter = new CommitCutter(server, (server.address() as AddressInfo).port);
    return cutter;
  }

  /** Loses the connection of the next commit. */
  arm(): void {
    this.isArmed = true;
  }

  close(): void {
    this.server.close();
  }
}

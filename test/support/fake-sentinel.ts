import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';

/** Requests are arrays of texts in Redis's protocol. */
const REQUEST = /\*\d+\r\n((?:\$\d+\r\n[^\r]*\r\n)+)/g;
const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const list = (...texts: string[]) => `*${texts.length}\r\n${texts.map(bulk).join('')}`;

/** A minimal sentinel whose answers a test controls. */
export class FakeSentinel {
  /** Called before each answer to a query for the primary. */
  beforeAnswer: () => Promise<void> = async () => undefined;
  /** True if it does not answer at all. */
  isSilent = false;
  /** Number of requests that it has not answered. */
  ignored = 0;
  /** Flags of the primary in its replies, for example `master,s_down`. */
  flags = 'master';
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    /** Port of the Redis on this machine that it names as the primary. */
    public named: number,
  ) {
    server.on('connection', (socket) => {
      this.sockets.add(socket);
      socket.setEncoding('utf8').on('error', () => undefined);
      socket.on('close', () => this.sockets.delete(socket));
      socket.on('data', (requests: string) => {
        for (const [, texts] of requests.matchAll(REQUEST)) {
          const words = texts!.split('\r\n').filter((_, i) => i % 2 === 1);
          if (this.isSilent) this.ignored += 1;
          else void this.reply(words).then((answer) => socket.write(answer));
        }
      });
    });
  }

  /** @param primaryPort port of the Redis on this machine that it reports as the primary */
  static async start(primaryPort: number): Promise<FakeSentinel> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FakeSentinel(server, primaryPort);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes all connections. */
  disconnect(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.disconnect();
    this.server.close();
    await once(this.server, 'close');
  }

  private async reply([command, ...words]: string[]): Promise<string> {
    if (command === 'subscribe') return `*3\r\n${bulk('subscribe')}${bulk(words[0]!)}:1\r\n`;
    if (command?.toLowerCase() !== 'sentinel') return '+OK\r\n';
    if (words[0] === 'MASTER')
      return list('ip', '127.0.0.1', 'port', String(this.named), 'flags', this.flags);
    await this.beforeAnswer();
    return list('127.0.0.1', String(this.named));
  }
}

import { once } from 'node:events';
import type { AddressInfo, Server } from 'node:net';
import {
  SMTPServer,
  type SMTPServerDataStream,
  type SMTPServerEnvelope,
  type SMTPServerOptions,
} from 'smtp-server';
import { freePort } from '../../tools/private-server.js';

/** A mail received by a mail server. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The whole message with its headers. */
  readonly source: string;
}

/** A real mail server that stores received mail. By default it offers neither TLS nor authentication. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  private readonly server: SMTPServer;
  private socket?: Server;

  constructor(options: SMTPServerOptions = {}) {
    this.server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      authOptional: true,
      onData: (stream, { envelope }, callback) =>
        void this.keep(stream, envelope).then(() => callback(), callback),
      ...options,
    });
    // Ignores clients that abort a connection.
    this.server.on('error', () => undefined);
  }

  /**
   * @param port by default a free port that no other process gets while the server is stopped
   * @returns host and port
   */
  async start(port?: number): Promise<string> {
    this.socket = this.server.listen(port ?? (await freePort()), '127.0.0.1');
    if (!this.socket.listening) await once(this.socket, 'listening');
    return `127.0.0.1:${(this.socket.address() as AddressInfo).port}`;
  }

  private async keep(stream: SMTPServerDataStream, { mailFrom, rcptTo }: SMTPServerEnvelope): Promise<void> {
    const source = (await stream.toArray()).join('');
    const from = mailFrom === false ? '' : mailFrom.address;
    this.received.push({ from, to: rcptTo.map(({ address }) => address), source });
  }

  async stop(): Promise<void> {
    if (this.socket?.listening) await new Promise<void>((done) => this.server.close(done));
  }
}

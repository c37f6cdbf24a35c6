import { connect, type Socket } from 'node:net';

/** Beginning of the response to a successful call. */
const SUCCESS = /^\{"code":0[,}]/;
const END_OF_HEAD = '\r\n\r\n';

/** True if a response of the client API reports success. */
export function isSuccess(body: string): boolean {
  return SUCCESS.test(body);
}

/** An HTTP connection that sends requests one after another. */
export class Connection {
  private readonly socket: Socket;
  private received = '';
  private pending: PromiseWithResolvers<string> | undefined;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (text: string) => this.receive(text));
    this.socket.on('error', (error) => this.pending?.reject(error));
    this.socket.on('close', () => this.pending?.reject(new Error('The server closed the connection')));
  }

  /** Sends a request and returns the body of the response. */
  send(request: string): Promise<string> {
    if (this.socket.destroyed) return Promise.reject(new Error('The connection is closed'));
    this.pending = Promise.withResolvers();
    this.socket.write(request);
    return this.pending.promise;
  }

  close(): void {
    this.pending = undefined;
    this.socket.destroy();
  }

  private receive(text: string): void {
    this.received += text;
    const end = this.received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const start = end + END_OF_HEAD.length;
    const length = Number(/content-length: (\d+)/i.exec(this.received)?.[1]);
    if (this.received.length < start + length) return;
    const body = this.received.slice(start, start + length);
    this.received = this.received.slice(start + length);
    this.pending?.resolve(body);
    this.pending = undefined;
  }
}

import { connect } from 'node:net';

const END_OF_HEAD = '\r\n\r\n';

/** One HTTP connection: one request after another, each answered before the next. */
export class Connection {
  constructor({ hostname, port }) {
    this.socket = connect({ host: hostname, port: Number(port), noDelay: true });
    this.socket.setEncoding('latin1');
    this.received = '';
    this.socket.on('data', (text) => this.take(text));
    this.socket.on('error', (error) => this.settle(undefined, error));
    this.socket.on('close', () => this.settle(undefined, new Error('The server closed the connection')));
  }

  /** Sends a request; the body of the answer. */
  ask(request) {
    return new Promise((resolve, reject) => {
      this.pending = { resolve, reject };
      this.socket.write(request);
    });
  }

  close() {
    this.pending = undefined;
    this.socket.destroy();
  }

  take(text) {
    this.received += text;
    const end = this.received.indexOf(END_OF_HEAD);
    if (end < 0) return;
    const start = end + END_OF_HEAD.length;
    const length = Number(/content-length: (\d+)/i.exec(this.received)?.[1]);
    if (this.received.length < start + length) return;
    const body = this.received.slice(start, start + length);
    this.received = this.received.slice(start + length);
    this.settle(body);
  }

  settle(body, error) {
    const { pending } = this;
    this.pending = undefined;
    if (error) pending?.reject(error);
    else pending?.resolve(body);
  }
}

import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request as sendRequest, type Server } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { freePort } from '../../tools/private-server.js';

/** A request as the client sent it. */
export interface SeenRequest {
  method: string;
  /** Without the query. */
  path: string;
  /** Parameters of query and body. */
  parameters: Record<string, string>;
  headers: IncomingHttpHeaders;
  target: string;
  body: Buffer;
}

export interface Upstream {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A request on its way through a relay. */
export interface Exchange {
  request: SeenRequest;
  response: ServerResponse;
  /** The client's connection. */
  socket: Socket;
  /** Sends the request to the server and returns its answer. */
  forward: () => Promise<Upstream>;
  /** Sends an answer to the client. */
  reply: (answer: Partial<Upstream>) => void;
}

export type Rule = (exchange: Exchange) => Promise<void> | void;

/** Passes on requests and answers. */
export const passOn: Rule = async ({ forward, reply }) => reply(await forward());

/** Answers that the server is busy, without a signature. */
export function busy(status: number, retryAfter?: number): Rule {
  return ({ reply }) =>
    reply({
      status,
      headers: { ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }) },
      body: Buffer.from(JSON.stringify({ code: status, message: 'busy' })),
    });
}

/** Closes the connection without an answer. */
export const hangUp: Rule = ({ socket }) => {
  socket.destroy();
};

/** A proxy between a driver and the server. It records requests, and `rule` determines how each is handled. */
export class Relay {
  readonly requests: SeenRequest[] = [];
  /** Decides about each request. */
  rule: Rule = passOn;
  /** Maximum number of concurrent heartbeats. */
  mostBeatsAtOnce = 0;
  private beats = 0;
  private readonly sockets = new Set<Socket>();

  private constructor(
    private listener: Server,
    /** Base address of the server, which may change while the relay runs. */
    public target: string,
    readonly port: number,
  ) {}

  static async start(target: string): Promise<Relay> {
    const listener = createServer();
    // No other process gets this port while it is closed, so that `reopen` can use it again.
    listener.listen(await freePort(), '127.0.0.1');
    await once(listener, 'listening');
    const relay = new Relay(listener, target, (listener.address() as AddressInfo).port);
    relay.listen();
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Returns the requests whose path ends with `end`. */
  seen(end: string): SeenRequest[] {
    return this.requests.filter(({ path }) => path.endsWith(end));
  }

  /** Refuses connections, like a stopped server. */
  async close(): Promise<void> {
    if (!this.listener.listening) return;
    const closed = once(this.listener, 'close');
    this.listener.close();
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  /** Accepts connections again. */
  async reopen(): Promise<void> {
    this.listener = createServer();
    this.listen();
    this.listener.listen(this.port, '127.0.0.1');
    await once(this.listener, 'listening');
  }

  private listen(): void {
    this.listener.on('connection', (socket: Socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => this.sockets.delete(socket));
    });
    this.listener.on('request', (incoming: IncomingMessage, response: ServerResponse) => {
      this.handle(incoming, response).catch(() => response.destroy());
    });
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(incoming);
    const target = incoming.url!;
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const query = [...searchParams, ...new URLSearchParams(body.toString())];
    const request: SeenRequest = {
      method: incoming.method!,
      path: pathname,
      parameters: Object.fromEntries(query),
      headers: incoming.headers,
      target,
      body,
    };
    this.requests.push(request);
    const isBeat = pathname.endsWith('/heartbeat');
    if (isBeat) this.mostBeatsAtOnce = Math.max(this.mostBeatsAtOnce, ++this.beats);
    try {
      await this.rule({
        request,
        response,
        socket: incoming.socket,
        forward: () => this.forward(request, response),
        reply: ({ status = 200, headers = {}, body = Buffer.from('') }) => {
          const { connection: _, 'transfer-encoding': __, 'content-length': ___, ...others } = headers;
          response.writeHead(status, { 'content-type': 'application/json', ...others });
          response.end(body);
        },
      });
    } finally {
      if (isBeat) this.beats--;
    }
  }

  /** Sends a request to the server. Aborts the request when the client's connection closes. */
  private async forward(
    { method, target, headers, body }: SeenRequest,
    response: ServerResponse,
  ): Promise<Upstream> {
    const path = target.slice(target.indexOf('/api/client/v1'));
    const { host: _, connection: __, 'content-length': ___, ...others } = headers;
    const outgoing = sendRequest(this.target + path, { method, headers: others, agent: false });
    outgoing.end(body);
    response.once('close', () => outgoing.destroy());
    const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
    return { status: incoming.statusCode!, headers: incoming.headers, body: await buffer(incoming) };
  }
}

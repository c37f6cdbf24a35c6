import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { EventDispatcher } from '@app/events';
import { DeliveryWorker } from '@app/webhooks';
import { freePort } from '../../tools/private-server.js';
import type { AdminClient } from './admin-client.js';
import type { TestServer } from './test-server.js';

/** A request received by a webhook receiver. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A message of a verified request. */
export interface ReceivedEvent {
  id: string;
  type: string;
  timestamp: string;
  application: string | null;
  data: Record<string, unknown>;
}

/** A webhook receiver: a real HTTP server that records requests and sends the given answers, by default 200. */
export class WebhookReceiver {
  readonly requests: Received[] = [];
  /** Answers the next requests, instead of `answer`. */
  readonly next: RequestListener[] = [];
  answer: RequestListener = (_, response) => void response.end('ok');
  /** Maximum number of requests in progress. */
  most = 0;
  private readonly inProgress = new Set<ServerResponse>();
  private server!: Server;

  private constructor(
    private readonly host: string,
    private readonly port: number,
  ) {}

  static async start(host = '127.0.0.1'): Promise<WebhookReceiver> {
    // No other process gets this port while the receiver is stopped.
    const receiver = new WebhookReceiver(host, await freePort());
    await receiver.listen();
    return receiver;
  }

  /** Listens on the same port as before. */
  async listen(): Promise<void> {
    this.server = createServer((request, response) => {
      this.inProgress.add(response);
      response.on('close', () => this.inProgress.delete(response));
      // If the sender closes a connection and opens another one, the new request can come before `close`.
      const open = [...this.inProgress].filter(({ socket }) => socket !== null && !socket.readableEnded);
      this.most = Math.max(this.most, open.length);
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const body = Buffer.concat(chunks).toString();
        this.requests.push({ path: request.url!, headers: request.headers, body });
        (this.next.shift() ?? this.answer)(request, response);
      });
    });
    await once(this.server.listen(this.port, this.host), 'listening');
  }

  get url(): string {
    return `http://${this.host}:${this.port}/hook`;
  }

  /** The events of the requests, without verification. */
  get events(): ReceivedEvent[] {
    return this.requests.map(({ body }) => JSON.parse(body) as ReceivedEvent);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Answers with a status. */
export function status(code: number, headers: Record<string, string> = {}): RequestListener {
  return (_, response) => void response.writeHead(code, headers).end(`answer ${code}`);
}

export interface WebhookRecord {
  id: number;
  rowVersion: number;
  enabled: boolean;
  disabledReason: string | null;
  pausedUntil: number;
  applicationIds: number[];
}

/** Creates a webhook for all types of events of all applications. */
export async function createWebhook(
  admin: AdminClient,
  receiver: WebhookReceiver,
  fields: Record<string, unknown> = {},
): Promise<WebhookRecord & { secret: string }> {
  const values = { name: receiver.url, url: receiver.url, types: ['*'], revealCards: true, ...fields };
  const { status, body, text } = await admin.post<WebhookRecord>('/webhooks', values);
  if (status !== 201) throw new Error(`The webhook was refused: ${text}`);
  const revealed = await admin.post<{ secret: string }>(`/webhooks/${body.id}/reveal-secret`);
  return { ...body, secret: revealed.body.secret };
}

/** Makes all deliveries that are due now, and waits for their answers. */
export async function deliver(server: TestServer): Promise<void> {
  await server.get(EventDispatcher).run();
  await server.get(DeliveryWorker).run();
  await server.get(DeliveryWorker).settled();
}

/**
 * Verifies a request with the library, at the time of the request: the library only knows the clock of the system.
 */
export function verify(secret: string, { headers, body }: Received): ReceivedEvent {
  const named = Object.fromEntries(
    ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => [name, String(headers[name])]),
  );
  const sentAt = new Date(Number(named['webhook-timestamp']) * 1000);
  const expected = new Verifier(secret).sign(named['webhook-id']!, sentAt, body);
  if (!named['webhook-signature']!.split(' ').includes(expected)) throw new Error('The signature is wrong');
  return JSON.parse(body) as ReceivedEvent;
}

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppConfig } from '@app/platform';

/** Without `DRAIN_SECONDS`, as long as somebody is connected. */
const USUAL_DRAIN_MS = 1_000;
const REQUESTS_END_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 100;

/**
 * Ends what a server does for its clients, before anything else of it stops. At first it goes on taking requests, while
 * `/health/ready` has proxies look elsewhere and each answer is the last on its connection, so that no client sends a
 * request into a connection that is just being closed. Then nobody can connect any more, and what was taken is answered;
 * not waited for are connections that nothing comes on, nor for ever a request that does not come to its end.
 */
@Injectable()
export class GracefulStop implements OnModuleDestroy {
  private draining = false;

  constructor(
    private readonly host: HttpAdapterHost,
    private readonly config: AppConfig,
  ) {}

  get isDraining(): boolean {
    return this.draining;
  }

  async onModuleDestroy(): Promise<void> {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    if (!server.listening) return;
    this.draining = true;
    server.prependListener('request', endConnection);
    await this.drain(server);
    await finish(server);
  }

  private async drain(server: Server): Promise<void> {
    const { drainSeconds } = this.config.http;
    const end = performance.now() + (drainSeconds === undefined ? USUAL_DRAIN_MS : drainSeconds * 1000);
    while (performance.now() < end) {
      if (drainSeconds === undefined && (await connectionsOf(server)) === 0) return;
      await setTimeout(LOOK_EVERY_MS);
    }
  }
}

async function finish(server: Server): Promise<void> {
  const closed = once(server, 'close');
  // Who has just connected is taken first: right after the event loop has looked for them.
  await setImmediate();
  // Not as an HTTP server closes: it would at once end connections whose first request is on its way.
  Listener.prototype.close.call(server);
  const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
  const late = globalThis.setTimeout(() => server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
  await closed;
  clearInterval(idle);
  clearTimeout(late);
}

function endConnection(_: unknown, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
}

function connectionsOf(server: Server): Promise<number> {
  return promisify(server.getConnections.bind(server))();
}

import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { Server as Listener } from 'node:net';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { AppConfig } from '@app/platform';

/** Maximum drain time if `DRAIN_SECONDS` is not set. Draining ends earlier once no client is connected. */
const USUAL_DRAIN_MS = 1_000;
const REQUESTS_END_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 100;

/**
 * Stops serving clients before other parts of the server stop. At first, the server still accepts requests, but
 * `/health/ready` returns 503 and each response closes its connection. Proxies and clients then use other servers.
 * Afterwards the port closes and requests in progress complete. Idle connections are closed at once, and connections
 * with incomplete requests after a time limit.
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
  // Continues after the event loop has polled, so that clients that have just connected are accepted.
  await setImmediate();
  // The HTTP server's own `close` would also close connections whose first request is still arriving.
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

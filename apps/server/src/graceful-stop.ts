import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Server } from 'node:http';

const REQUESTS_END_WITHIN_MS = 8_000;
const LOOK_EVERY_MS = 100;

/**
 * Requests in flight are answered before the server stops. Connections that only wait for the next request are not
 * waited for, nor is a request for ever that does not come to its end.
 */
@Injectable()
export class GracefulStop implements BeforeApplicationShutdown {
  constructor(private readonly host: HttpAdapterHost) {}

  beforeApplicationShutdown(): void {
    const server = this.host.httpAdapter.getHttpServer() as Server;
    // Node itself closes idle connections only once, when the stop begins.
    const idle = setInterval(() => server.closeIdleConnections(), LOOK_EVERY_MS);
    const late = setTimeout(() => server.closeAllConnections(), REQUESTS_END_WITHIN_MS);
    server.once('close', () => {
      clearInterval(idle);
      clearTimeout(late);
    });
  }
}

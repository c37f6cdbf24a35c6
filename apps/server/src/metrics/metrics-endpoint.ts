import { Logger } from '@nestjs/common';
import { hash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AppConfig, errorMessage, type Metric, renderMetrics, StartupError } from '@app/platform';

const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8';
const TIMEOUT_MS = 10_000;

/** Serves metrics at `/metrics` on a separate port. The public port does not serve metrics. */
export class MetricsEndpoint {
  private readonly logger = new Logger('Metrics');
  private readonly server: Server;

  /** @param read returns the current metrics */
  constructor(
    private readonly config: AppConfig['metrics'],
    private readonly read: () => Promise<Metric[]>,
  ) {
    const options = { requestTimeout: TIMEOUT_MS, headersTimeout: TIMEOUT_MS, maxHeaderSize: 8192 };
    this.server = createServer(options, (request, response) => void this.answer(request, response));
  }

  /** @throws StartupError if the port is not available */
  async listen(): Promise<void> {
    const { host, port } = this.config;
    this.server.listen(port, host);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new StartupError(
        `Cannot serve metrics on METRICS_HOST ${host}, METRICS_PORT ${port}: ${errorMessage(error)}`,
      );
    });
    const { address, port: taken } = this.server.address() as AddressInfo;
    const shown = address.includes(':') ? `[${address}]` : address;
    this.logger.log(`Metrics for Prometheus: http://${shown}:${taken}/metrics`);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.url?.split('?', 1)[0] !== '/metrics')
        return end(response, 404, 'Metrics are at /metrics\n');
      if (request.method !== 'GET') return end(response, 405, 'Use GET\n');
      if (!this.isAllowed(request)) {
        response.setHeader('www-authenticate', 'Bearer');
        return end(response, 401, 'Send METRICS_TOKEN as Authorization: Bearer …\n');
      }
      end(response, 200, renderMetrics(await this.read()), CONTENT_TYPE);
    } catch (error) {
      this.logger.error(`Metrics could not be collected: ${errorMessage(error)}`);
      end(response, 500, 'Internal server error; see the log\n');
    }
  }

  private isAllowed({ headers }: IncomingMessage): boolean {
    const { token } = this.config;
    if (token === undefined) return true;
    const given = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1] ?? '';
    // Hashes have equal lengths, as the constant-time comparison requires.
    return timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', token, 'buffer'));
  }
}

function end(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type }).end(text);
}

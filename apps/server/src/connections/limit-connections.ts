import { Logger } from '@nestjs/common';
import type { Server } from 'node:http';
import { Seldom } from '@app/platform';

const TOLD_EVERY_MS = 60_000;

/**
 * What one connection may take, in milliseconds where it is a time. All are said, also where Node's default is the same:
 * a server is left open to strangers by what it does not limit.
 */
export const CONNECTION_LIMITS = {
  /** Until the first byte of a new connection, and from there until a request's address and headers are there. */
  headersTimeout: 20_000,
  /** Until all of a request is there: the largest, an import of 16 MiB, needs 1.2 Mbit/s. */
  requestTimeout: 120_000,
  /** Without a byte either way: an answer that nobody reads, longer than any function may run. */
  timeout: 120_000,
  /** Between an answer and the next request. Heartbeats are further apart than a connection is worth keeping. */
  keepAliveTimeout: 5_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 5_000,
  /**
   * 0: none is left out. All of them have 16 KiB, which is the limit; beyond 1,000 Node would drop what follows without
   * a word, such as the address that a proxy adds.
   */
  maxHeadersCount: 0,
  /** 0: as many as come; a proxy keeps its connections. `answerInTurn` bounds those that come in one piece. */
  maxRequestsPerSocket: 0,
};

/**
 * Sees to it that slow, silent and many connections cannot take the server from the others.
 * @param server not listening yet
 * @param maxConnections at a time; the next ones are closed at once
 */
export function limitConnections(server: Server, maxConnections: number, limits = CONNECTION_LIMITS): void {
  // Dropped: of several WORKERS each would otherwise hand a connection too many to the next, round and round.
  Object.assign(server, limits, { maxConnections, dropMaxConnection: true });
  const logger = new Logger('Connections');
  const told = new Seldom(TOLD_EVERY_MS);
  server.on('drop', () => {
    if (!told.pass()) return;
    logger.warn(
      `More than MAX_CONNECTIONS (${maxConnections}) connections at a time: further ones are closed`,
    );
  });
}

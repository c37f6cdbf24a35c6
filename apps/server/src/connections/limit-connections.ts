import { Logger } from '@nestjs/common';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, LogThrottle, siteOf, socketAddress } from '@app/platform';
import { ConnectionsByAddress } from './connections-by-address.js';

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
 * Sees to it that slow, silent and many connections cannot take the server from the others. When there are too many, a
 * new one is let in at the cost of the address that has the most: its longest idle one is closed. A proxy's connections
 * are those of many people and are never closed for another's; when there are only such, the new one is closed.
 * @param server not listening yet
 * @param maxConnections at a time
 * @param isProxy whether an address is a trusted proxy's
 */
export function limitConnections(
  server: Server,
  maxConnections: number,
  isProxy: (address: string) => boolean,
  limits = CONNECTION_LIMITS,
): void {
  Object.assign(server, limits);
  const logger = new Logger('Connections');
  const told = new LogThrottle(TOLD_EVERY_MS);
  const closable = new ConnectionsByAddress();
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    const address = socketAddress(socket);
    if (!isProxy(address)) closable.add(socket, partyAt(address));
    if (open.size <= maxConnections) return;
    const most = closable.mostCrowded();
    const closed = most?.longestIdle ?? socket;
    // At once: it closes later, and must not be chosen again for the next new connection.
    closable.remove(closed);
    open.delete(closed);
    closed.destroy();
    if (!told.pass()) return;
    const whose = most ? `those of ${most.address}, which has the most (${most.size})` : "a proxy's new ones";
    logger.warn(`More than MAX_CONNECTIONS (${maxConnections}) connections at a time: closing ${whose}`);
  });
  server.on('request', ({ socket }: IncomingMessage) => closable.touch(socket));
}

/** Whoever has an IPv6 /48 would otherwise have 65,536 networks with a connection each, and nobody fewer. */
function partyAt(address: string): string {
  const key = addressKey(address);
  const site = siteOf(key);
  return site === undefined ? key : `${site}::/48`;
}

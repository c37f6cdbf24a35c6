import { Logger } from '@nestjs/common';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, LogThrottle, siteOf, socketAddress } from '@app/platform';
import { ConnectionsByAddress } from './connections-by-address.js';

const TOLD_EVERY_MS = 60_000;

/**
 * Limits of one connection; times in milliseconds. All are explicit, even where they equal Node's defaults, because
 * every missing limit exposes the server to strangers.
 */
export const CONNECTION_LIMITS = {
  /** Until the first byte of a new connection, and from there until the request line and headers are complete. */
  headersTimeout: 20_000,
  /** Until a request is complete: the largest, an import of 16 MiB, needs 1.2 Mbit/s. */
  requestTimeout: 120_000,
  /** Without a byte in either direction, as with an answer that nobody reads; longer than any function may run. */
  timeout: 120_000,
  /** Between an answer and the next request. Heartbeats are too far apart to keep a connection for. */
  keepAliveTimeout: 5_000,
  /** Interval at which the first two are checked. */
  connectionsCheckingInterval: 5_000,
  /**
   * 0: unlimited. Their total is limited to 16 KiB; beyond 1,000 Node would silently drop the rest, such as the address
   * that a proxy adds.
   */
  maxHeadersCount: 0,
  /** 0: unlimited, since a proxy keeps its connections. `answerInTurn` bounds pipelined requests. */
  maxRequestsPerSocket: 0,
};

/**
 * Keeps slow, silent and numerous connections from exhausting the server. When it is full, a new connection replaces
 * the longest idle one of the address with the most. A proxy's connections belong to many people and are never closed
 * for another's; when there are no others, the new connection is closed.
 * @param server not listening yet
 * @param maxConnections maximum of concurrent connections
 * @param isProxy true for the address of a trusted proxy
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
    // Removed at once: it closes later, and must not be chosen again for the next new connection.
    closable.remove(closed);
    open.delete(closed);
    closed.destroy();
    if (!told.pass()) return;
    const whose = most ? `those of ${most.address}, which has the most (${most.size})` : "a proxy's new ones";
    logger.warn(`More than MAX_CONNECTIONS (${maxConnections}) concurrent connections: closing ${whose}`);
  });
  server.on('request', ({ socket }: IncomingMessage) => closable.touch(socket));
}

/**
 * Groups IPv6 by /48: otherwise the owner of one could hold a connection from each of its 65,536 networks, and always
 * appear the least crowded.
 */
function partyAt(address: string): string {
  const key = addressKey(address);
  const site = siteOf(key);
  return site === undefined ? key : `${site}::/48`;
}

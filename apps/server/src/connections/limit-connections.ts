import { Logger } from '@nestjs/common';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey, LogThrottle, siteOf, socketAddress } from '@app/platform';
import { ConnectionsByAddress } from './connections-by-address.js';

const TOLD_EVERY_MS = 60_000;

/** Limits of one connection; times are in milliseconds. All limits are explicit, even if they equal Node's defaults. */
export const CONNECTION_LIMITS = {
  /**
   * Maximum time until the first byte arrives on a new connection, and again from the first byte of a request until the
   * request line and headers are complete.
   */
  headersTimeout: 20_000,
  /** Maximum time until a request is complete. The largest request, an import of 16 MiB, requires 1.2 Mbit/s. */
  requestTimeout: 120_000,
  /**
   * Maximum time without a byte in either direction, for example if nobody reads the response. This is longer than a
   * call of a remote function can wait and run.
   */
  timeout: 200_000,
  /** Maximum time between a response and the next request. Heartbeats are too far apart to keep a connection open. */
  keepAliveTimeout: 5_000,
  /** Interval at which `headersTimeout` and `requestTimeout` are checked. */
  connectionsCheckingInterval: 5_000,
  /**
   * Unlimited, since Node limits the total size of the headers to 16 KiB. If their number were limited, Node would
   * silently drop the headers beyond the limit. One of them could be the header in which a proxy sends the client's
   * address.
   */
  maxHeadersCount: 0,
  /** Unlimited, so that a proxy can keep its connections open. `answerInTurn` limits pipelined requests. */
  maxRequestsPerSocket: 0,
};

/**
 * Prevents slow, silent or numerous connections from exhausting the server. When the server is full, a new connection
 * replaces the longest-idle connection of the address with the most connections. Connections of trusted proxies are not
 * closed; if there are no other connections, the new connection is closed.
 * @param server must not be listening yet
 * @param maxConnections maximum number of concurrent connections
 * @param isProxy returns true for the address of a trusted proxy
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
    // Removes the connection now, although it closes later: the next new connection must close a different one.
    closable.remove(closed);
    open.delete(closed);
    closed.destroy();
    if (!told.pass()) return;
    const whose = most
      ? `connections of ${most.address}, which has the most (${most.size})`
      : 'new connections of a proxy';
    logger.warn(`More than MAX_CONNECTIONS (${maxConnections}) concurrent connections: closing ${whose}`);
  });
  server.on('request', ({ socket }: IncomingMessage) => closable.touch(socket));
}

/**
 * Groups IPv6 addresses by /48 network. Otherwise the owner of a /48 could fill the server with single connections from
 * its 65,536 /64 networks.
 */
function partyAt(address: string): string {
  const key = addressKey(address);
  const site = siteOf(key);
  return site === undefined ? key : `${site}::/48`;
}

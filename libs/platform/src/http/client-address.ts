import { isIP } from 'node:net';

interface Connection {
  /** What Express makes of the socket and, behind a trusted proxy, of `X-Forwarded-For`. */
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/** The address a request came from. Behind a trusted proxy Express gives whatever text stands in `X-Forwarded-For`. */
export function clientAddress({ ip, socket }: Connection): string {
  const addresses = [ip, socket.remoteAddress].map((address) => address?.split('%', 1)[0] ?? '');
  return addresses.find((address) => isIP(address) !== 0) ?? '';
}

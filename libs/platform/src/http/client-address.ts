import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { forwardedAddress } from './forwarded-address.js';

interface Connection {
  headers: IncomingHttpHeaders;
  /** What Express makes of the socket and, behind a trusted proxy, of `X-Forwarded-For`. */
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Stands for the client of whom a trusted proxy names no address. It is nobody's own: taken for the proxy's, which may be
 * this machine's, such clients would be under no limit, and let in by an `ADMIN_ALLOW` that names this machine.
 */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/** The address a request came from. Behind a trusted proxy Express gives whatever text stands in `X-Forwarded-For`. */
export function clientAddress(request: Connection): string {
  const { headers, socket } = request;
  // Express looks for the header too, and takes longer to say that there is none.
  if (headers['x-forwarded-for'] === undefined) return socketAddress(socket);
  const { ip = '' } = request;
  return ip === '' ? socketAddress(socket) : (forwardedAddress(ip) ?? UNKNOWN_ADDRESS);
}

/** The address at the other end of a connection; empty once it is closed. */
export function socketAddress({ remoteAddress = '' }: Connection['socket']): string {
  return forwardedAddress(remoteAddress) ?? '';
}

/**
 * Whether everybody may come from the address: it is this machine's own, or that of a proxy in the private network which
 * `TRUST_PROXY` does not name. Limits by address would close such a one to all clients.
 * @param address as `clientAddress` gives it
 */
export function isSharedAddress({ headers, socket }: Connection, address: string): boolean {
  if (address === '' || address !== socketAddress(socket)) return false;
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  if (OWN_MACHINE.check(address, family)) return true;
  return headers['x-forwarded-for'] !== undefined && PRIVATE_NETWORKS.check(address, family);
}

const OWN_MACHINE = blockList(['127.0.0.0', 8], ['::1', 128]);
const PRIVATE_NETWORKS = blockList(
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
  ['100.64.0.0', 10],
  ['fc00::', 7],
  ['fe80::', 10],
);

function blockList(...networks: [address: string, prefix: number][]): BlockList {
  const list = new BlockList();
  for (const [address, prefix] of networks)
    list.addSubnet(address, prefix, isIP(address) === 6 ? 'ipv6' : 'ipv4');
  return list;
}

import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { forwardedAddress } from './forwarded-address.js';

interface Connection {
  headers: IncomingHttpHeaders;
  /** Address that Express derives from the socket and, behind a trusted proxy, from `X-Forwarded-For`. */
  ip?: string | undefined;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Placeholder for clients whose address a trusted proxy does not name. It belongs to nobody: under the proxy's address,
 * possibly this machine's, such clients would escape every limit and pass an `ADMIN_ALLOW` that names this machine.
 */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/**
 * Returns the address that a request came from. Behind a trusted proxy Express passes on any text in `X-Forwarded-For`.
 */
export function clientAddress(request: Connection): string {
  const { headers, socket } = request;
  // Express looks for the header too, but takes longer when there is none.
  if (headers['x-forwarded-for'] === undefined) return socketAddress(socket);
  const { ip = '' } = request;
  return ip === '' ? socketAddress(socket) : (forwardedAddress(ip) ?? UNKNOWN_ADDRESS);
}

/** Returns the remote address of a connection; empty once it is closed. */
export function socketAddress({ remoteAddress = '' }: Connection['socket']): string {
  return forwardedAddress(remoteAddress) ?? '';
}

/**
 * True when an address may stand for every client: it is this machine's own, or that of a private-network proxy not
 * listed in `TRUST_PROXY`. Limits by address would lock out all of them.
 * @param address as returned by `clientAddress`
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

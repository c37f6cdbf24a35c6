import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { forwardedAddress } from './forwarded-address.js';

interface Connection {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Placeholder for clients whose address a trusted proxy does not name. It belongs to nobody: under the proxy's address,
 * possibly this machine's, such clients would escape every limit and pass an `ADMIN_ALLOW` that names this machine.
 */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/** As Express makes it, whose `trust proxy` says which proxies are believed. */
interface Request extends Connection {
  app: { get(setting: 'trust proxy fn'): (address: string) => boolean };
}

/**
 * The address a request came from: the last entry of `X-Forwarded-For` that is no trusted proxy's. Each proxy adds one at
 * the end; the client may have made up what stands before. Express passes over empty entries and believes those before.
 */
export function clientAddress({ headers, socket, app }: Request): string {
  let address = socketAddress(socket);
  const forwarded = headers['x-forwarded-for'];
  if (forwarded === undefined) return address;
  const isProxy = app.get('trust proxy fn');
  const entries = String(forwarded).split(',');
  while (entries.length > 0 && address !== UNKNOWN_ADDRESS && isProxy(address))
    address = forwardedAddress(entries.pop()!) ?? UNKNOWN_ADDRESS;
  return address;
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

import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';
import { forwardedAddress } from './forwarded-address.js';

interface Connection {
  headers: IncomingHttpHeaders;
  socket: { remoteAddress?: string | undefined };
}

/**
 * Address of clients for which a trusted proxy sends an `X-Forwarded-For` without an address. The proxy's address
 * cannot be used instead: if the proxy runs on this machine, such clients would escape all limits, and pass an
 * `ADMIN_ALLOW` that contains this machine's address.
 */
export const UNKNOWN_ADDRESS = '0.0.0.0';

/** A request of Express. Express's setting `trust proxy` determines the trusted proxies. */
interface Request extends Connection {
  app: { get(setting: 'trust proxy fn'): (address: string) => boolean };
}

/**
 * Returns the client's address in normal form (see `Address`): the address of the connection or, if this is a trusted
 * proxy that sends `X-Forwarded-For`, the last entry that is not a trusted proxy. Each proxy appends an entry, and the
 * client may have forged earlier entries. Express's own function is not used, because it skips empty entries and trusts
 * the entries before them.
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

/** Returns the remote address of a connection in normal form, or an empty text after the connection has closed. */
export function socketAddress({ remoteAddress = '' }: Connection['socket']): string {
  return forwardedAddress(remoteAddress) ?? '';
}

/**
 * True if all clients may share this address: it is this machine's own address, or the address of a private-network
 * proxy that is missing from `TRUST_PROXY`. A limit on such an address would lock out all clients.
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

import { isIP, SocketAddress } from 'node:net';

export const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;
export type AddressFamily = keyof typeof ADDRESS_BITS;

/** An address in normal form, for comparison. An IPv4-mapped IPv6 address becomes its IPv4 address. */
export interface Address {
  readonly family: AddressFamily;
  readonly address: string;
}

/** All addresses that share the first `prefix` bits of `address`. */
export interface AddressRange extends Address {
  readonly prefix: number;
}

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;

/** True when a text is an IPv4 or IPv6 address or a CIDR range of either; bits after the prefix may be set. */
export function isAddressOrRange(text: string): boolean {
  return parseRange(text) !== undefined;
}

/**
 * Parses an address or a CIDR range.
 * @returns `undefined` if `text` is neither
 */
export function parseRange(text: string): AddressRange | undefined {
  const [, written = '', length] = /^([\da-fA-F.:]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = parseAddress(written);
  if (!address) return undefined;
  const bits = ADDRESS_BITS[isIP(written) === 4 ? 'ipv4' : 'ipv6'];
  const prefix = length === undefined ? bits : Number(length);
  if (prefix > bits) return undefined;
  const mappedBits = bits - ADDRESS_BITS[address.family];
  // A range that contains all IPv4-mapped addresses and others remains an IPv6 range.
  if (prefix < mappedBits) return { family: 'ipv6', address: written, prefix };
  return { ...address, prefix: prefix - mappedBits };
}

/**
 * Parses an address.
 * @returns `undefined` if `text` is not an address or has a zone
 */
export function parseAddress(text: string): Address | undefined {
  const version = isIP(text);
  if (version === 4) return { family: 'ipv4', address: text };
  if (version === 0 || text.includes('%')) return undefined;
  const { address } = new SocketAddress({ address: text, family: 'ipv6' });
  const mapped = MAPPED.exec(address)?.[1];
  return mapped === undefined ? { family: 'ipv6', address } : { family: 'ipv4', address: mapped };
}

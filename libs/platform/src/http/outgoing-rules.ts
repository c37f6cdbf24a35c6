import { isIP } from 'node:net';
import type { OutgoingConfig } from '../config/outgoing.config.js';
import { parseAddress, parseRange } from './address-range.js';
import { hostOf, isLocalName, parseOutgoingUrl, type UrlFault } from './outgoing-url.js';
import { blockList, isPublicAddress } from './public-address.js';

/** Reasons why no request is sent to an address. */
export type AddressFault = UrlFault | 'not_public';

/** Decides which addresses may receive requests: public addresses and those in `OUTGOING_ALLOW`. */
export class OutgoingRules {
  private readonly allowedRanges;
  private readonly allowedNames: ReadonlySet<string>;

  constructor({ allow }: OutgoingConfig) {
    this.allowedRanges = blockList(allow.flatMap((text) => parseRange(text) ?? []));
    const names = allow.filter((text) => !parseRange(text));
    this.allowedNames = new Set(names.map((name) => name.toLowerCase().replace(/\.$/, '')));
  }

  /** Returns the reason why no request can be sent to an address, as far as it is known without resolving the host. */
  faultOf(text: string): AddressFault | undefined {
    const url = parseOutgoingUrl(text);
    if (typeof url === 'string') return url;
    const host = hostOf(url);
    const isRefused =
      isIP(host) === 0 ? isLocalName(host) && !this.allowsName(host) : !this.allowsAddress(host);
    return isRefused ? 'not_public' : undefined;
  }

  /** True if `OUTGOING_ALLOW` lists this name, which may then resolve to any address. */
  allowsName(host: string): boolean {
    return this.allowedNames.has(host);
  }

  allowsAddress(text: string): boolean {
    if (isPublicAddress(text)) return true;
    const parsed = parseAddress(text);
    return parsed !== undefined && this.allowedRanges.check(parsed.address, parsed.family);
  }
}

import { isIP } from 'node:net';

/** Maximum length of an address that people type. */
export const URL_MAX_LENGTH = 1000;

/** Reasons why no request can be sent to an address, as far as the address itself shows them. */
export type UrlFault = 'not_a_url' | 'not_http' | 'with_credentials';

/**
 * Parses an address that a person entered. Other notations of an IPv4 address, such as `0x7f.1` and `2130706433`, are
 * normalized.
 * @returns the address, or the reason why it is refused
 */
export function parseOutgoingUrl(text: string): URL | UrlFault {
  if (text.length > URL_MAX_LENGTH || !URL.canParse(text)) return 'not_a_url';
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'not_http';
  // A user name hides the real host from readers: https://shop.example@192.0.2.1/
  if (url.username !== '' || url.password !== '') return 'with_credentials';
  return url;
}

/** Returns the host of an address in lowercase, without the brackets of IPv6 and without the final dot of a name. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '');
}

/** True for names that always refer to this machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  return isIP(host) === 0 && /(?:^|\.)localhost$/.test(host);
}

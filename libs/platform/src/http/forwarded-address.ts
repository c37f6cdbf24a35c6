import { isIPv4, isIPv6 } from 'node:net';
import { parseAddress } from './address-range.js';

/** An entry with a port (as sent by Azure's gateways and IIS), with brackets, or with quotes (as in `Forwarded`). */
const WITH_PORT = /^("?)(?:([\d.]+):\d{0,5}|\[([\da-fA-F:.]+(?:%[^\]]*)?)\](?::\d{0,5})?)\1$/;
/** Only link-local addresses have a zone, such as `%eth0`. */
const WITH_ZONE = /^(fe[89ab][\da-f]:[\da-f:]+)%[\w.-]+$/i;
/**
 * Characters that no proxy sends: all except tabs, spaces and printable ASCII. They are searched before `trim`, which
 * would remove some of them.
 */
const ODD = /[^\t -~]/;

/**
 * Returns the address in an entry of `X-Forwarded-For` in normal form (see `Address`), without port, brackets and zone,
 * or `undefined` if there is none.
 */
export function forwardedAddress(entry: string): string | undefined {
  if (ODD.test(entry)) return undefined;
  const text = entry.trim();
  // Each request of a client gets here, so the most frequent form comes first.
  if (isIPv4(text)) return text;
  const whole = parseAddress(text);
  if (whole) return whole.address;
  const [, , ipv4, ipv6 = text] = WITH_PORT.exec(text) ?? [];
  if (ipv4 !== undefined) return isIPv4(ipv4) ? ipv4 : undefined;
  const [, plain = ipv6] = WITH_ZONE.exec(ipv6) ?? [];
  return isIPv6(plain) ? parseAddress(plain)?.address : undefined;
}

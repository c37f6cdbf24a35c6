import { isIP, isIPv6 } from 'node:net';

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
 * Returns the address in an entry of `X-Forwarded-For` without port, brackets and zone, or `undefined` if there is
 * none.
 */
export function forwardedAddress(entry: string): string | undefined {
  if (ODD.test(entry)) return undefined;
  const text = entry.trim();
  if (isIP(text) !== 0 && !text.includes('%')) return text;
  const [, , ipv4, ipv6 = text] = WITH_PORT.exec(text) ?? [];
  if (ipv4 !== undefined) return isIP(ipv4) === 4 ? ipv4 : undefined;
  const [, plain = ipv6] = WITH_ZONE.exec(ipv6) ?? [];
  return isIPv6(plain) && !plain.includes('%') ? plain : undefined;
}

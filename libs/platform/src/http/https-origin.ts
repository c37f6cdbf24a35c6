/** A host name in ASCII, as `URL` returns it, an IPv4 address, or an IPv6 address in brackets. */
const HOSTNAME = /^(?:[a-z0-9.-]+|\[[0-9a-f:.]+\])$/;

/**
 * Returns the origin of an `https` address that has no user name or password. The origin is safe in a
 * Content-Security-Policy: its host cannot be `a;b`, which would end the directive, or `*`, which would match every
 * host.
 * @returns undefined for other texts
 */
export function httpsOriginOf(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, username, password, hostname, origin } = new URL(text);
  return protocol === 'https:' && username === '' && password === '' && HOSTNAME.test(hostname)
    ? origin
    : undefined;
}

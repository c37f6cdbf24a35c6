/** A name or an IPv4 address, or an IPv6 address in brackets, and an optional port; no `/`, `=` or `&`. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9._-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Maximum length of a host with its port. */
export const HOST_MAX_LENGTH = 259;

/** True when a text has the form of a `Host` header, such as `api.example.com` or `[::1]:3000`. */
export function isHost(text: string): boolean {
  return HOST.test(text);
}

/** Returns a host without its port. */
export function withoutPort(host: string): string {
  return host.replace(/:\d+$/, '');
}

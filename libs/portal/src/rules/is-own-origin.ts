import type { IncomingHttpHeaders } from 'node:http';

/**
 * True unless a page of another origin sends the request. Current browsers say so in `Sec-Fetch-Site`, others in
 * `Origin`; old browsers leave `Origin` out in requests to their own origin, and other programs have no cookie.
 * @param host of the request, as the browser sees it; requests of HTTP/1.0 may have none
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, host: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return true;
  return Boolean(host) && hostOf(origin) === host!.toLowerCase();
}

/** Returns host and port of an origin; a browser leaves the usual port out here and in the header `Host`. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

import type { IncomingHttpHeaders } from 'node:http';

/**
 * True unless a page of another origin sends the request. Current browsers report this in `Sec-Fetch-Site`, older ones
 * in `Origin`. A request with neither header is accepted: very old browsers omit `Origin` in requests to the page's own
 * origin, and programs other than browsers have no cookie that another site could misuse.
 * @param host host of the request, as the browser sees it; HTTP/1.0 requests may have none
 */
export function isOwnOrigin(headers: IncomingHttpHeaders, host: string | undefined): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = headers;
  if (origin === undefined) return true;
  return Boolean(host) && hostOf(origin) === host!.toLowerCase();
}

/** Returns the host and port of an origin. Browsers omit the default port both here and in the header `Host`. */
function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

import type { ClientHttpRequest } from '../caller.js';

/** Matches it in a query or form, in JSON and in a multipart body, where a few lines may precede the value. */
const APP_KEY =
  /app_key(?:=|"\s{0,9}:\s{0,9}"|"?\r?\n(?:[^\r\n]{1,200}\r?\n){0,3}\r?\n)(?<appKey>[a-z0-9]{20})(?![A-Za-z0-9])/;

/**
 * Extracts the `app_key` of a request whose parameters could not be read, if possible. It proves nothing: it only
 * selects the language of the refusal.
 */
export function appKeyOf({ url, unreadBody }: ClientHttpRequest): string | undefined {
  return (APP_KEY.exec(url) ?? (unreadBody && APP_KEY.exec(unreadBody.toString('latin1'))))?.groups?.appKey;
}

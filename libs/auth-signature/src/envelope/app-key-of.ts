import type { ClientHttpRequest } from '../caller.js';

/** As it stands in a query or form, in JSON and in a multipart body, where a few lines may come before the value. */
const APP_KEY =
  /app_key(?:=|"\s{0,9}:\s{0,9}"|"?\r?\n(?:[^\r\n]{1,200}\r?\n){0,3}\r?\n)(?<appKey>[a-z0-9]{20})(?![A-Za-z0-9])/;

/**
 * The `app_key` of a request whose parameters could not be read, as far as it can be seen. It proves nothing: it decides
 * in which language the refusal speaks.
 */
export function appKeyOf({ url, unreadBody }: ClientHttpRequest): string | undefined {
  return (APP_KEY.exec(url) ?? (unreadBody && APP_KEY.exec(unreadBody.toString('latin1'))))?.groups?.appKey;
}

import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { PORTAL_API_PREFIX } from './portal-api-prefix.js';
import { PORTAL_SESSION_SEC } from './portal-sessions.js';

const NAME = 'latchkey_portal';

/** Returns the session's token, or undefined without a cookie. */
export function readCookie(request: Request): string | undefined {
  return parseCookie(request.headers.cookie ?? '')[placeOf(request).name];
}

/**
 * Sets the cookie of a session. Scripts cannot read the cookie. Browsers do not send it with requests from other sites,
 * or to the page of another application.
 */
export function setCookie(request: Request, response: Response, token: string): void {
  send(request, response, token, PORTAL_SESSION_SEC);
}

/**
 * Clears the session cookie if the request contains it. A request without the cookie may come from another site, which
 * must not be able to sign customers out.
 */
export function clearCookie(request: Request, response: Response): void {
  if (readCookie(request) !== undefined) send(request, response, '', 0);
}

/**
 * Over HTTPS the prefix `__Host-` prevents other hosts of the same domain from setting the cookie. This prefix requires
 * the path `/`, so the cookie's name has to distinguish applications. Over plain HTTP the cookie has no attribute
 * `Secure`, since browsers send cookies with this attribute only over HTTPS.
 */
function placeOf({ secure, params }: Request): { name: string; path: string; secure: boolean } {
  const slug = String(params['slug']);
  return secure
    ? { name: `__Host-${NAME}_${slug}`, path: '/', secure }
    : { name: NAME, path: `${PORTAL_API_PREFIX}/${slug}`, secure };
}

function send(request: Request, response: Response, value: string, maxAge: number): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({ ...placeOf(request), value, httpOnly: true, sameSite: 'strict', maxAge }),
  );
}

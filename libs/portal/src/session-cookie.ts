import { parseCookie, stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';
import { PORTAL_API_PREFIX } from './portal-api-prefix.js';
import { PORTAL_SESSION_SEC } from './portal-sessions.js';

const COOKIE = 'latchkey_portal';

/** Returns the session's token, or undefined without a cookie. */
export function readCookie({ headers }: Request): string | undefined {
  return parseCookie(headers.cookie ?? '')[COOKIE];
}

/**
 * Sets the cookie of a session. Scripts cannot read it, and browsers send it neither with requests from other sites nor
 * to the page of another application.
 */
export function setCookie(request: Request, response: Response, token: string): void {
  send(request, response, token, PORTAL_SESSION_SEC);
}

export function clearCookie(request: Request, response: Response): void {
  send(request, response, '', 0);
}

function send(request: Request, response: Response, value: string, maxAge: number): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: COOKIE,
      value,
      path: `${PORTAL_API_PREFIX}/${String(request.params['slug'])}`,
      httpOnly: true,
      sameSite: 'strict',
      // Over plain HTTP a browser would not send a secure cookie back.
      secure: request.secure,
      maxAge,
    }),
  );
}

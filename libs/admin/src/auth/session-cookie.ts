import { stringifySetCookie } from 'cookie';
import type { Request, Response } from 'express';

export const SESSION_COOKIE = 'latchkey_session';

const PATH = '/api/admin';

/** Sets the session cookie. Scripts cannot read it, and browsers do not send it with requests from other sites. */
export function setSessionCookie(
  request: Request,
  response: Response,
  token: string,
  maxAgeSec: number,
): void {
  response.append(
    'Set-Cookie',
    stringifySetCookie({
      name: SESSION_COOKIE,
      value: token,
      path: PATH,
      httpOnly: true,
      sameSite: 'strict',
      // Over plain HTTP, for example on a local machine, a browser would not send back a secure cookie.
      secure: request.secure,
      maxAge: maxAgeSec,
    }),
  );
}

export function clearSessionCookie(request: Request, response: Response): void {
  setSessionCookie(request, response, '', 0);
}

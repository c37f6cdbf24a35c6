import type { Request, Response } from 'express';
import { SessionCookie } from '@app/platform';
import { PORTAL_API_PREFIX } from './portal-api-prefix.js';

const NAME = 'latchkey_portal';

/**
 * Returns the cookie of sessions on the requested page. Over HTTPS its name contains the page's slug, since the cookies
 * of all applications then have the same path.
 */
export function cookieOf({ params }: Request): SessionCookie {
  const slug = String(params['slug']);
  return new SessionCookie(NAME, `${PORTAL_API_PREFIX}/${slug}`, `${NAME}_${slug}`);
}

/**
 * Clears the session cookie if the request contains it. A request without the cookie may come from another site, which
 * must not be able to sign customers out.
 */
export function clearCookie(request: Request, response: Response): void {
  const cookie = cookieOf(request);
  if (cookie.read(request) !== undefined) cookie.clear(request, response);
}

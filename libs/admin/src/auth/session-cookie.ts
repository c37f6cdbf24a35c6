import { SessionCookie } from '@app/platform';

/** The cookie of the panel's sessions. */
export const SESSION_COOKIE = new SessionCookie('latchkey_session', '/api/admin');

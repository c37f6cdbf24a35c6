import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** The security schemes by name. The admin API's decorators use these names. */
const SCHEMES = {
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-latchkey_session',
    description: 'Set by sign-in. Over plain HTTP the name is `latchkey_session`',
  },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description:
      'The `csrfToken` that sign-in and `GET /auth/me` return. Changes by a signed-in person require it',
  },
  token: { type: 'http', scheme: 'bearer', description: 'An API token' },
  channel: { type: 'http', scheme: 'bearer', description: 'The key of a channel' },
} as const;

/** Declares how callers of the admin API authenticate. OpenAPI has no scheme for the signatures of the client API. */
export function addSecurity(document: OpenAPIObject): void {
  document.components = { ...document.components, securitySchemes: SCHEMES };
  for (const { method, operation } of operationsOf(document)) {
    if ((operation as { 'x-role'?: string })['x-role'] === 'anybody') delete operation.security;
    if (method !== 'get') operation.security = operation.security?.map(withCsrfToken);
  }
}

type Need = Record<string, string[]>;

function withCsrfToken(need: Need): Need {
  return 'session' in need ? { ...need, csrf: [] } : need;
}

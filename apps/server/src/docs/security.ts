import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './operations.js';

/** The schemes, by the names that the admin API's decorators give them. */
const SCHEMES = {
  session: { type: 'apiKey', in: 'cookie', name: 'latchkey_session', description: 'Set by sign-in' },
  csrf: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The `csrfToken` that sign-in and `GET /auth/me` answer; beside the cookie, for changes',
  },
  token: { type: 'http', scheme: 'bearer', description: 'An API token' },
} as const;

/** Declares the authentication of admin API operations. The client API is signed, which no scheme can express. */
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

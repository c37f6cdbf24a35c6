import { fillTemplate } from '@app/platform';

/** Refusals of the page's API, in addition to refusals by licensing rules: HTTP status and English message. */
const PORTAL_REFUSALS = {
  sign_in_failed: [401, 'The card does not exist, or user name and password do not match.'],
  not_signed_in: [401, 'Sign in first; a sign-in ends after 15 minutes.'],
  proof_required: [
    403,
    'A proof of work is required after wrong attempts, and while many passwords are waiting to be checked.',
  ],
  other_site: [403, 'The request comes from a page of another site.'],
  no_such_page: [404, 'There is no such page.'],
  no_such_session: [404, 'There is no such session, or it has ended.'],
  body_too_large: [413, 'The body is too large.'],
  unsupported_body: [415, 'The body must be JSON in UTF-8.'],
  invalid_request: [422, 'Invalid fields: %{faults}.'],
  no_unbind_password: [409, 'Only cards have an unbind password.'],
  session_changed: [409, 'You signed in to another account in another tab. Reload the page.'],
  wrong_request_code: [409, 'This is not a request code of this software.'],
  too_many_requests: [429, 'Too many attempts; try again in %{seconds} seconds.'],
  unavailable: [503, 'Temporarily unavailable; try again soon.'],
  internal_error: [500, 'Internal error.'],
} as const satisfies Record<string, readonly [status: number, message: string]>;

export type PortalRefusal = keyof typeof PORTAL_REFUSALS;

/** Values that the page needs to explain a refusal. */
export type RefusalParams = Readonly<Record<string, string | number>>;

/** Thrown if a request of the customer's page is refused. */
export class PortalError extends Error {
  readonly status: number;

  constructor(
    readonly code: PortalRefusal,
    readonly params: RefusalParams = {},
  ) {
    const [status, message] = PORTAL_REFUSALS[code];
    super(fillTemplate(message, params));
    this.status = status;
  }
}

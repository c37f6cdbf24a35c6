import { type Role, ROLES, type TokenRole } from '@app/database';

/** True when a role includes the permissions of `least`. */
export function covers(role: TokenRole, least: Role): boolean {
  return role !== 'issuer' && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** True if an administrator may create API tokens with a role. */
export function mayHaveToken(admin: TokenRole, token: TokenRole): boolean {
  // Only operators and higher roles can issue cards.
  return covers(admin, token === 'issuer' ? 'operator' : token);
}

/** Returns the role with fewer permissions. */
export function lesserRole(a: Role, b: TokenRole): TokenRole {
  return b === 'issuer' || covers(a, b) ? b : a;
}

/**
 * Returns the applications of an API token, at most the current applications of its administrator. `undefined` means
 * all.
 * @param own the administrator's applications
 * @param limit the token's applications
 */
export function limitApplications(
  own: ReadonlySet<number> | undefined,
  limit: readonly number[] | undefined,
): ReadonlySet<number> | undefined {
  if (limit === undefined) return own;
  return new Set(limit.filter((id) => own === undefined || own.has(id)));
}

import { type Role, ROLES, type TokenRole } from '@app/database';

/** True when a role includes the permissions of `least`. */
export function covers(role: TokenRole, least: Role): boolean {
  return role !== 'issuer' && ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** True if an administrator with the role `admin` may create API tokens with the role `token`. */
export function mayHaveToken(admin: TokenRole, token: TokenRole): boolean {
  // Only operators and higher roles can issue cards.
  return covers(admin, token === 'issuer' ? 'operator' : token);
}

/** Returns the role with fewer permissions. */
export function lesserRole(a: Role, b: TokenRole): TokenRole {
  return b === 'issuer' || covers(a, b) ? b : a;
}

/**
 * Returns the ids of the applications that an API token may access: those that both its limit and its administrator's
 * current rights allow. `undefined` means all.
 * @param own the administrator's applications
 * @param limit the applications to which the token is limited; `undefined` if it is not limited
 */
export function limitApplications(
  own: ReadonlySet<number> | undefined,
  limit: readonly number[] | undefined,
): ReadonlySet<number> | undefined {
  if (limit === undefined) return own;
  return new Set(limit.filter((id) => own === undefined || own.has(id)));
}

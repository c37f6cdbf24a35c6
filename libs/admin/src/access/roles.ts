import { type Role, ROLES } from '@app/database';

/** True when a role includes the permissions of `least`. */
export function covers(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** Returns the role with fewer permissions. */
export function lesserRole(a: Role, b: Role): Role {
  return covers(a, b) ? b : a;
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

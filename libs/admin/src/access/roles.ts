import { type Role, ROLES } from '@app/database';

/** Whether a role may do what `least` may do. */
export function covers(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least);
}

/** The one of two roles that may do less. */
export function lesserRole(a: Role, b: Role): Role {
  return covers(a, b) ? b : a;
}

/**
 * What an administrator's token opens: never more than the administrator may open now.
 * @param own the administrator's applications; undefined: all
 * @param limit the token's applications; undefined: not limited
 */
export function limitApplications(
  own: ReadonlySet<number> | undefined,
  limit: readonly number[] | undefined,
): ReadonlySet<number> | undefined {
  if (limit === undefined) return own;
  return new Set(limit.filter((id) => own === undefined || own.has(id)));
}

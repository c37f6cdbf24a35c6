import { ROLE_OF } from '../api/api-roles';
import type { Role } from '../api/types';

/** Ranks of roles; a role with more rights has a higher rank. */
export const RANK: Record<Role, number> = { viewer: 0, operator: 1, manager: 2, owner: 3 };

const REQUESTS: Record<string, (resource: string) => string> = {
  list: (resource) => `GET /${resource}`,
  show: (resource) => `GET /${resource}/{id}`,
  create: (resource) => `POST /${resource}`,
  edit: (resource) => `PATCH /${resource}/{id}`,
  delete: (resource) => `DELETE /${resource}/{id}`,
};

/**
 * True if the server allows an action for a role. The panel hides the buttons of actions that are not allowed.
 * @param action an action of react-admin; or the last path segment of an action, such as `freeze` or `export`
 */
export function mayDo(role: Role, resource: string, action: string): boolean {
  const least = requestsOf(resource, action)
    .map((request) => ROLE_OF[request])
    .find((known) => known !== undefined);
  return least !== undefined && RANK[role] >= RANK[least];
}

function requestsOf(resource: string, action: string): string[] {
  const known = REQUESTS[action]?.(resource);
  if (known !== undefined) return [known];
  return [`POST /${resource}/{id}/${action}`, `POST /${resource}/${action}`, `GET /${resource}/${action}`];
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ActorKind, Role } from '@app/database';
import { addressKey, type Party } from '@app/platform';

/** Who sent a request to the admin API, and what they may do. */
export interface Principal {
  readonly kind: ActorKind;
  readonly adminId: number;
  /** As the audit log names them. */
  readonly name: string;
  readonly role: Role;
  /** The applications they were given; undefined: all there are. */
  readonly applications: ReadonlySet<number> | undefined;
  /** Of a sign-in in person; undefined for an API token. */
  readonly session?: { readonly id: number; readonly csrfToken: string };
}

/** An authenticated request: who, when and from where. */
export interface Actor {
  readonly principal: Principal;
  /** The one "now" of the request, in epoch milliseconds. */
  readonly now: number;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * For whom an administrator's work is done: administrators take turns with all applications, so that clients cannot keep
 * them out.
 */
export function partyOf({ principal }: Actor): Party {
  return ['administrators', `admin ${principal.adminId}`];
}

/** As `partyOf`, for whoever is about to sign in from an address. */
export function partyAt(ip: string): Party {
  return ['administrators', addressKey(ip)];
}

export interface AdminHttpRequest extends Request {
  /** Set by the guard. */
  actor?: Actor;
  /**
   * Set by the guard: finds out whether the sender may still do all that `actor` was let in for.
   * @throws AdminError
   */
  authorizeAgain?: () => Promise<void>;
  /** Request id, given by the logger. */
  id: string;
}

/** Who sent the request. */
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminHttpRequest>().actor,
);

/** Whether an application is one of those the caller was given. */
export function hasApplication({ applications }: Principal, applicationId: number): boolean {
  return applications === undefined || applications.has(applicationId);
}

/** Whether the caller was given each application that another principal was. */
export function hasApplicationsOf(principal: Principal, { applications }: Principal): boolean {
  if (applications === undefined) return principal.applications === undefined;
  return [...applications].every((id) => hasApplication(principal, id));
}

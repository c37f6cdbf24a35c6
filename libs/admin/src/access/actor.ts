import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { ActorKind, TokenRole } from '@app/database';
import { addressKey, type Party } from '@app/platform';

/** The authenticated caller of the admin API and their permissions. */
export interface Principal {
  readonly kind: ActorKind;
  readonly adminId: number;
  /** Name in the audit log. */
  readonly name: string;
  readonly role: TokenRole;
  /** Ids of the assigned applications; `undefined` means all applications. */
  readonly applications: ReadonlySet<number> | undefined;
  /** The panel session; `undefined` for an API token. */
  readonly session?: { readonly id: number; readonly csrfToken: string };
  /** The API token; `undefined` for a panel session. */
  readonly tokenId?: number;
}

/** The caller of an authenticated request, with the time of the request and the IP address of the client. */
export interface Actor {
  readonly principal: Principal;
  /** Current time for the whole request, in epoch milliseconds. */
  readonly now: number;
  readonly ip: string;
  readonly requestId: string;
}

/**
 * Returns the party to which an administrator's requests belong. The administrators as a group take turns with the
 * applications as a group, so that clients cannot delay administrators.
 */
export function partyOf({ principal }: Actor): Party {
  return ['administrators', `admin ${principal.adminId}`];
}

/** Returns the party to which sign-in requests from an address belong. */
export function partyAt(ip: string): Party {
  return ['administrators', addressKey(ip)];
}

export interface AdminHttpRequest extends Request {
  /** Set by the guard. */
  actor?: Actor;
  /**
   * Checks that the caller still has the rights of `actor`. Set by the guard.
   * @throws AdminError
   */
  authorizeAgain?: () => Promise<void>;
  /** Request id, given by the logger. */
  id: string;
}

/** The actor of the request. */
export const CurrentActor = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<AdminHttpRequest>().actor,
);

/**
 * True when the caller may access the application.
 * @param applicationId `null` means all applications, which requires access to all of them
 */
export function hasApplication({ applications }: Principal, applicationId: number | null): boolean {
  return applications === undefined || (applicationId !== null && applications.has(applicationId));
}

/** True if the caller has access to all applications of another principal. */
export function hasApplicationsOf(principal: Principal, { applications }: Principal): boolean {
  if (applications === undefined) return principal.applications === undefined;
  return [...applications].every((id) => hasApplication(principal, id));
}

import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import type { LicenceHolder, PortalSession } from '@app/database';
import type { ClientCall, HolderKind } from '@app/licensing';
import { addressKey, type Party } from '@app/platform';

/** A request to the customer's page of an application. */
export interface PortalCall extends ClientCall {
  readonly customer: { readonly requestId: string };
  readonly request: Request;
  /** Proof of work in the request, if any. */
  readonly proof: string | undefined;
  /** Public id of the session whose account the page shows, if the request contains one. */
  readonly shownSession: string | undefined;
}

/** A customer who has signed in. */
export interface SignedIn {
  readonly session: PortalSession;
  readonly kind: HolderKind;
  readonly holder: LicenceHolder;
  /** The card or user name. */
  readonly name: string;
}

export interface PortalHttpRequest extends Request {
  /** Request id, as in the server's log. */
  id: string;
  portal?: PortalCall;
  signedIn?: SignedIn;
}

/**
 * Returns the party to which the password comparisons of customers belong. All customers of an application together get
 * as many turns as one client address, so that many customers do not delay logins of clients.
 */
export function customerPartyOf({ application, ip }: PortalCall): Party {
  return ['applications', String(application.id), 'portal', addressKey(ip)];
}

/** The call of the request. */
export const CurrentCall = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PortalHttpRequest>().portal,
);

/** The customer who has signed in, for handlers with `SignedInOnly`. */
export const CurrentCustomer = createParamDecorator(
  (_: unknown, context: ExecutionContext) => context.switchToHttp().getRequest<PortalHttpRequest>().signedIn,
);

import type { ClientApplication } from '@app/applications';
import { addressKey, type Party } from '@app/platform';

/** A client's call in terms of the licensing rules. */
export interface ClientCall {
  readonly application: ClientApplication;
  /** Current time for the whole call, in epoch milliseconds. */
  readonly now: number;
  readonly ip: string;
  /** Set for actions on the customer's page, which are recorded in the holder's history. */
  readonly customer?: {
    /** Id of the request, as in the server's log. */
    readonly requestId: string;
  };
}

/** Returns the party of a client's work: applications take turns, and so do the addresses within an application. */
export function partyOf({ application, ip }: Pick<ClientCall, 'application' | 'ip'>): Party {
  return ['applications', String(application.id), addressKey(ip)];
}

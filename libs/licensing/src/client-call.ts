import type { ClientApplication } from '@app/applications';
import { addressKey, type Party } from '@app/platform';

/** A client's call, with everything that the licensing rules need. */
export interface ClientCall {
  readonly application: ClientApplication;
  /** Epoch milliseconds that count as the current time during the whole call. */
  readonly now: number;
  readonly ip: string;
  /** Set for actions on the customer's page, which are recorded in the holder's history. */
  readonly customer?: {
    /** Id of the request, as in the server's log. */
    readonly requestId: string;
  };
}

/**
 * Returns the party that owns a client's queued work. In a queue, applications take turns, and so do the addresses of
 * each application.
 */
export function partyOf({ application, ip }: Pick<ClientCall, 'application' | 'ip'>): Party {
  return ['applications', String(application.id), addressKey(ip)];
}

/**
 * Returns the party of requests of an application that share a transaction. It takes turns with the application's
 * addresses.
 */
export function partyOfBatch({ application }: Pick<ClientCall, 'application'>, batch: string): Party {
  return ['applications', String(application.id), batch];
}

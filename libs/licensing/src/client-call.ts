import type { ClientApplication } from '@app/applications';
import { addressKey, type Party } from '@app/platform';

/** A call of client software, as the rules see it. */
export interface ClientCall {
  readonly application: ClientApplication;
  /** The one "now" of all that the call does, in epoch milliseconds. */
  readonly now: number;
  readonly ip: string;
}

/** For whom a client's work is done: applications take turns, and within one of them its addresses. */
export function partyOf({ application, ip }: Pick<ClientCall, 'application' | 'ip'>): Party {
  return ['applications', String(application.id), addressKey(ip)];
}

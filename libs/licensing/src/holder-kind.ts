import type { ClientApplication } from '@app/applications';
import {
  Card,
  type HolderKindName,
  type LicenceHolder,
  type SessionKindName,
  Trial,
  type TrialMode,
  User,
} from '@app/database';
import { type ParameterRefusal, RefusalError, type RefusalName } from './refusal-error.js';
import type { Counter } from './rules/uses.js';

type StateRefusal = Exclude<RefusalName, ParameterRefusal>;

/**
 * Properties of a holder that the session rules need. A holder without a status (a trial) counts as activated. It is
 * never frozen, and its uses are not counted.
 */
export type SessionHolder = Pick<LicenceHolder, 'id' | 'expiresAt'> &
  Partial<Pick<LicenceHolder, 'status' | 'frozen'> & Counter>;

/** Describes a kind of session holder for the session rules: its table, and the names of its refusals. */
export interface SessionKind<T extends SessionHolder = SessionHolder> {
  readonly name: SessionKindName;
  readonly entity: new () => T;
  /** Name of the entity property that identifies a holder. */
  readonly nameProperty: 'card' | 'username' | 'deviceId';
  /**
   * Seconds after a login within which the first heartbeat must arrive; if undefined, the heartbeat timeout applies.
   */
  readonly firstHeartbeatSec?: number;
  readonly refusals: {
    readonly expired: StateRefusal;
    readonly multiOpen: StateRefusal;
    readonly sessionInvalid: StateRefusal;
  };
}

/** Describes a kind of licence holder for all shared rules. */
export interface HolderKind<T extends LicenceHolder = LicenceHolder> extends SessionKind<T> {
  readonly name: HolderKindName;
  /** Name of the entity property, and of the request parameter, that identifies a holder. */
  readonly nameProperty: 'card' | 'username';
  /** The index on application and name. */
  readonly nameIndex: string;
  readonly refusals: SessionKind['refusals'] & {
    readonly unavailable: StateRefusal;
    readonly frozen: StateRefusal;
    readonly permanent: ParameterRefusal;
    readonly notCounted: ParameterRefusal;
    readonly noTickets: ParameterRefusal;
  };
}

/** Cards, for the shared licensing rules. */
export const CARD: HolderKind<Card> = {
  name: 'card',
  entity: Card,
  nameProperty: 'card',
  nameIndex: 'ux_cards_card',
  refusals: {
    unavailable: 'CARD_UNAVAILABLE',
    frozen: 'CARD_FROZEN',
    expired: 'CARD_EXPIRED',
    multiOpen: 'CARD_MULTI_OPEN',
    sessionInvalid: 'SESSION_INVALID',
    permanent: 'CARD_PERMANENT',
    notCounted: 'CARD_NOT_COUNTED',
    noTickets: 'CARD_WITHOUT_TICKETS',
  },
};

/** Users, for the shared licensing rules. An unknown user is refused like a wrong password. */
export const USER: HolderKind<User> = {
  name: 'user',
  entity: User,
  nameProperty: 'username',
  nameIndex: 'ux_users_username',
  refusals: {
    unavailable: 'USER_PASSWORD_WRONG',
    frozen: 'USER_FROZEN',
    expired: 'USER_EXPIRED',
    multiOpen: 'USER_MULTI_OPEN',
    sessionInvalid: 'SESSION_INVALID',
    permanent: 'USER_PERMANENT',
    notCounted: 'USER_NOT_COUNTED',
    noTickets: 'USER_WITHOUT_TICKETS',
  },
};

function trialKind(expired: StateRefusal): SessionKind<Trial> {
  return {
    name: 'trial',
    entity: Trial,
    nameProperty: 'deviceId',
    firstHeartbeatSec: 60,
    // `multiOpen` never occurs: a trial has one device, whose earlier session is always replaced.
    refusals: { expired, multiOpen: 'TRIAL_SESSION_INVALID', sessionInvalid: 'TRIAL_SESSION_INVALID' },
  };
}

const TRIALS: Record<Exclude<TrialMode, 'off'>, SessionKind<Trial>> = {
  once: trialKind('TRIAL_OVER'),
  interval: trialKind('TRIAL_INTERVAL_OVER'),
};

/**
 * Returns the holder kind of an application's trials, for the session rules.
 * @throws RefusalError 10401 if trials are off
 */
export function trialsOf({ trial }: Pick<ClientApplication, 'trial'>): SessionKind<Trial> {
  if (trial === 'off') throw new RefusalError('TRIALS_OFF');
  return TRIALS[trial];
}

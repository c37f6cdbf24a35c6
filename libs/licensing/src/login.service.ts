import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { crc32 } from 'node:zlib';
import { UsageLog } from '@app/usage';
import { type ActivityEvent, GroupCommit, isOwnFailure, isSqlite, type LicenceHolder } from '@app/database';
import { AppConfig, runAs, toSeconds } from '@app/platform';
import { type AdmittedDevice, admitDevices, type DeviceRequest, settleDevices } from './admit-device.js';
import { type ClientCall, partyOfBatch } from './client-call.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import type { LoginResult } from './holder.result.js';
import { lockAvailableHolders, lockHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { featuresText } from './rules/features.js';
import { heartbeatInterval } from './rules/heartbeat-interval.js';
import { type NewSession, type Outcome, SessionOpener, succeeded } from './sessions/session-opener.js';

/**
 * Maximum number of concurrent transactions on MySQL that each contain several logins. The limit applies separately to
 * an application's cards and to its users. With two transactions, the server can work on one while the database works
 * on the other.
 */
const LANES = 2;

/**
 * Maximum number of logins in one transaction. Larger transactions would lock cards for longer, but save hardly any
 * more time.
 */
const MAX_TOGETHER = 32;

/** The device of a login. */
export interface LoginDevice {
  /** 1–128 characters. */
  readonly id: string;
  /** False if the login is refused when the device is not bound yet. */
  readonly mayBind: boolean;
}

interface Login {
  readonly kind: HolderKind;
  readonly caller: ClientCall;
  readonly name: string;
  readonly deviceId: string;
  readonly mayBind: boolean;
  /** @throws RefusalError */
  readonly check: (holder: LicenceHolder) => void;
}

interface AdmittedLogin extends AdmittedDevice {
  readonly maxSessions: number;
  /** Events to count once the transaction is committed. */
  readonly events: ActivityEvent[];
}

/** Logs holders in: starts a holder's time at the first login, binds the device, and opens the session. */
@Injectable()
export class LoginService {
  /**
   * On MySQL, logins of different holders share transactions, because transactions and statements are the main cost of
   * a login.
   */
  private readonly groups: GroupCommit<Login, Outcome<NewSession<AdmittedLogin>>>;

  /** False on SQLite, where transactions already share the wait for the disk. */
  private readonly isShared: boolean;

  constructor(
    @InjectDataSource() dataSource: DataSource,
    private readonly opener: SessionOpener,
    private readonly activity: UsageLog,
    private readonly events: HolderEvents,
    private readonly config: AppConfig,
  ) {
    this.isShared = !isSqlite(dataSource);
    this.groups = new GroupCommit(
      dataSource,
      'cards and users of the same application',
      // The first login's address may have many requests that wait, and the others must not wait for these.
      (batch) => runAs(partyOfBatch(batch[0]!.caller, 'logins'), () => this.openTogether(batch)),
      MAX_TOGETHER,
    );
  }

  /**
   * Logs a holder in. The checks run in a fixed order: whether the holder is unavailable, frozen or expired, then the
   * device, then the session limit. A refusal changes nothing.
   * @param check runs first on the locked holder, to confirm a decision made before the lock
   * @throws RefusalError
   * - card 10218, user 10243: the holder does not exist or was consumed
   * - card 10212, user 10252: the holder is frozen
   * - card 10210, user 10250: the holder has expired
   * - 10215: the device is not bound, and the login may not bind it
   * - 10217: the device limit is reached
   * - card 10213, user 10253: the session limit is reached
   */
  async login<T extends LicenceHolder>(
    kind: HolderKind<T>,
    caller: ClientCall,
    name: string,
    { id: deviceId, mayBind }: LoginDevice,
    check: (holder: T) => void = () => undefined,
  ): Promise<LoginResult> {
    const { application, now } = caller;
    const login = { kind, caller, name, deviceId, mayBind, check } as unknown as Login;
    const lane = `${kind.name} ${application.id} ${crc32(name) % LANES}`;
    const shared = this.isShared ? await this.groups.run(lane, login) : undefined;
    const outcome = shared ?? (await this.openAlone(login));
    if (outcome instanceof RefusalError) throw outcome;
    const { holder, cardType, events, token, session } = await this.opener.cache(kind, login, outcome);

    for (const event of events)
      this.activity.count(application.id, event, now, event === 'activation' ? holder.cardTypeId : 0);
    const features = featuresText(holder.features);
    return {
      card_type: cardType,
      token,
      ...session.expiry,
      config: holder.config ?? '',
      server_time: toSeconds(now),
      hg: heartbeatInterval(application),
      ...(session.uses && { uses_left: session.uses.left }),
      ...(features !== undefined && { features }),
    };
  }

  /** Opens the session of a login in a transaction of its own, which waits for locked rows. */
  private async openAlone(login: Login): Promise<NewSession<AdmittedLogin> | RefusalError> {
    const { kind, caller, name } = login;
    const [outcome] = await this.opener.openAll(kind, {
      logins: [login],
      admit: async (manager) =>
        this.admit(manager, kind, [login], [await lockHolder(manager, kind, caller.application.id, name)]),
      settle: (manager, admitted) => this.settle(manager, kind, admitted),
      whenLocked: 'wait',
    });
    return outcome!;
  }

  /**
   * Opens sessions of holders of one application in one transaction. The transaction does not wait for holders or
   * sessions that another transaction has locked.
   * @returns `undefined` for each login that needs a transaction of its own
   */
  private async openTogether(batch: readonly Login[]): Promise<Outcome<NewSession<AdmittedLogin>>[]> {
    const { kind, caller } = batch[0]!;
    const logins = [...new Map(batch.toReversed().map((login) => [login.name, login])).values()];
    try {
      const outcomes = await this.opener.openAll(kind, {
        logins,
        admit: async (manager) => {
          const names = logins.map(({ name }) => name);
          const holders = await lockAvailableHolders(manager, kind, caller.application.id, names);
          const admitted = await this.admit(manager, kind, logins, holders);
          return admitted.map((each) => (succeeded(each) && mayConvertTrial(each) ? undefined : each));
        },
        settle: (manager, admitted) => this.settle(manager, kind, admitted),
        whenLocked: 'skip',
      });
      const byLogin = new Map(logins.map((login, index) => [login, outcomes[index]]));
      return batch.map((login) => byLogin.get(login));
    } catch (error) {
      if (!isOwnFailure(error)) throw error;
      // One login must not fail because of another login.
      return batch.map(() => undefined);
    }
  }

  /** Decides about the devices of logins whose holders were found. */
  private async admit(
    manager: EntityManager,
    kind: HolderKind,
    logins: readonly Login[],
    holders: readonly Outcome<LicenceHolder>[],
  ): Promise<Outcome<AdmittedLogin>[]> {
    const checked = holders.map((holder, index) =>
      succeeded(holder) ? requestOf(logins[index]!, holder) : holder,
    );
    const requests = checked.filter(succeeded);
    const decisions = await admitDevices(manager, kind, requests, this.config.quotas.devices);
    return checked.map((outcome) => {
      if (!succeeded(outcome)) return outcome;
      const device = decisions[requests.indexOf(outcome)]!;
      if (device instanceof RefusalError) return device;
      const { maxSessions } = device.holder;
      const events: ActivityEvent[] = ['login'];
      return Object.assign({ maxSessions, events }, device);
    });
  }

  private async settle(
    manager: EntityManager,
    kind: HolderKind,
    admitted: readonly AdmittedLogin[],
  ): Promise<void> {
    const counted = await settleDevices(manager, this.events, kind, admitted);
    for (const [index, { events }] of admitted.entries()) events.push(...counted[index]!);
  }
}

/** Returns the `DeviceRequest` of a login, or the refusal that the login's `check` throws. */
function requestOf(
  { caller, deviceId, mayBind, check }: Login,
  holder: LicenceHolder,
): DeviceRequest | RefusalError {
  try {
    check(holder);
  } catch (error) {
    if (error instanceof RefusalError) return error;
    throw error;
  }
  return { caller, holder, deviceId, mayBind };
}

/** True if a login may convert a trial, and may therefore have to wait for the trial's locked row. */
function mayConvertTrial({ isBound, caller: { application } }: AdmittedLogin): boolean {
  return !isBound && application.trial !== 'off';
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '@app/auth-signature';
import { isUniqueViolation, rowLockNowait, Trial } from '@app/database';
import {
  heartbeatInterval,
  type OpenedSession,
  RefusalError,
  type SessionKind,
  SessionOpener,
  trialsOf,
} from '@app/licensing';
import { toSeconds } from '@app/platform';
import { UsageLog } from '@app/usage';
import { nextTrial, type TrialPeriod } from './rules/next-trial.js';
import { TrialLimits } from './trial-limits.js';
import type { TrialLoginResult } from './trial.result.js';

/** Maximum `hg` in seconds. The first heartbeat must arrive within 60 seconds. */
const MAX_INTERVAL_SEC = 30;

/** Logs devices in to their trials. */
@Injectable()
export class TrialLoginService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly opener: SessionOpener,
    private readonly limits: TrialLimits,
    private readonly activity: UsageLog,
  ) {}

  /**
   * Opens a session of the device's running trial, or of a new trial.
   * @param deviceId 1–128 characters
   * @throws RefusalError 10401 trials are off, 10405 or 10406 the trial is over
   * @throws ClientHttpError 429 if the address may begin no more trials today
   */
  async login(caller: Caller, deviceId: string): Promise<TrialLoginResult> {
    const { application, now } = caller;
    const kind = trialsOf(application);
    const device = { applicationId: application.id, deviceId };
    const last = (await this.dataSource.manager.findOneBy(Trial, device)) ?? undefined;
    const open = () => this.open(kind, caller, deviceId);
    const { token, session, isNew } = await (requireTrial(kind, last, caller).isNew
      ? this.limits.begin(caller, open)
      : open());
    this.activity.count(application.id, 'login', now);
    if (isNew) this.activity.count(application.id, 'trial', now);
    return {
      token,
      ...session.expiry,
      server_time: toSeconds(now),
      hg: Math.min(heartbeatInterval(application), MAX_INTERVAL_SEC),
    };
  }

  private async open(
    kind: SessionKind<Trial>,
    caller: Caller,
    deviceId: string,
  ): Promise<OpenedSession & { isNew: boolean }> {
    const open = () =>
      this.opener.open(
        kind,
        { caller, deviceId },
        (manager) => admit(manager, kind, caller, deviceId),
        (_, { settle }) => settle(),
      );
    try {
      return await open();
    } catch (error) {
      // A concurrent login has begun the device's first trial.
      if (isUniqueViolation(error)) return open();
      throw error;
    }
  }
}

/** Locks a device's trial row, or inserts it, since the session needs its id. */
async function admit(manager: EntityManager, kind: SessionKind<Trial>, caller: Caller, deviceId: string) {
  const { application, ip, now } = caller;
  const device = { applicationId: application.id, deviceId };
  const [last] = await manager.find(Trial, { where: device, ...rowLockNowait(manager) });
  const { period, isNew } = requireTrial(kind, last, caller);
  const values = {
    ...period,
    ...(isNew && { ip, count: (last?.count ?? 0) + 1 }),
    updatedAt: now,
  };
  const isChanged = isNew || period.expiresAt !== last?.expiresAt;
  const holder = last ?? manager.create(Trial, { ...device, convertedAt: null, createdAt: now });
  Object.assign(holder, values);
  if (!last) await manager.insert(Trial, holder);
  const settle = async () => {
    if (last && isChanged) await manager.update(Trial, { id: last.id }, values);
  };
  // An earlier session of the device is replaced.
  return { holder, maxSessions: 1, settle, isNew };
}

/**
 * Returns the period of the trial that a device may use now.
 * @throws RefusalError 10405 or 10406
 */
function requireTrial(
  { refusals }: SessionKind<Trial>,
  last: Trial | undefined,
  { application, now }: Caller,
): { period: TrialPeriod; isNew: boolean } {
  const period = nextTrial(last, application, now);
  if (!period) throw new RefusalError(refusals.expired);
  return { period, isNew: period.startedAt !== last?.startedAt };
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, IsNull } from 'typeorm';
import { UsageLog } from '@app/usage';
import { CardType, Device, inTransaction, type LicenceHolder, Session } from '@app/database';
import { AppConfig, ignoreUnavailable, toSeconds } from '@app/platform';
import { bindDevice } from './bind-device.js';
import type { ClientCall } from './client-call.js';
import type { HolderKind } from './holder-kind.js';
import type { LoginResult } from './holder.result.js';
import { lockHolder, requireNotFrozen, updateHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { expiryAfter } from './rules/duration.js';
import { makeRoom } from './rules/multi-open.js';
import { isExpired } from './rules/validity.js';
import { endSessions } from './sessions/end-sessions.js';
import { toCachedSession } from './sessions/cached-session.js';
import { SessionDeadline } from './sessions/session-deadline.js';
import { SessionCache } from './sessions/session-cache.js';
import { hashToken, newToken } from './sessions/session-token.js';
import { trimEndedSessions } from './sessions/trim-ended-sessions.js';

/** Every sixteenth login trims ended sessions; trimming adds a little work to that login. */
const TRIM_EVERY = 16;

/** A login being decided: the caller, the holder, and the transaction. */
interface Attempt {
  readonly manager: EntityManager;
  readonly kind: HolderKind;
  readonly holder: LicenceHolder;
  readonly deviceId: string;
  readonly caller: ClientCall;
}

/** Logs holders in: starts their time at the first login, binds the device, opens the session. */
@Injectable()
export class LoginService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly activity: UsageLog,
    private readonly deadline: SessionDeadline,
    private readonly config: AppConfig,
  ) {}

  /**
   * Logs a holder in. The checks run in a fixed order: unavailable, frozen, expired, device, session. Each refuses
   * without changing anything.
   * @param deviceId 1–128 characters
   * @param check runs first on the locked holder, to confirm what was decided about it before it was locked
   * @throws RefusalError the kind's codes for unavailable, frozen, expired and multi-open (card 10218, 10212, 10210,
   * 10213; user 10243, 10252, 10250, 10253), or 10217 when the device limit is reached
   */
  async login<T extends LicenceHolder>(
    kind: HolderKind<T>,
    caller: ClientCall,
    name: string,
    deviceId: string,
    check: (holder: T) => void = () => undefined,
  ): Promise<LoginResult> {
    const { application, now } = caller;
    const token = newToken();
    const version = await this.sessions.readVersion();

    const decided = await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, application.id, name);
        check(holder);
        const attempt: Attempt = { manager, kind, holder, deviceId, caller };
        requireNotFrozen(kind, holder);
        if (isExpired(holder, now)) throw new RefusalError(kind.refusals.expired);
        const { cardType, isBound } = await requireDevicePlace(attempt, this.config.quotas.devices);
        const { dead, ended } = await this.requireSessionPlace(attempt);

        const isFirst = holder.status === 'unused';
        if (isFirst) await activate(attempt);
        if (!isBound) await bindDevice(manager, kind, caller, holder, deviceId);
        const [replaced, kicked] = byDevice(ended, deviceId);
        // Otherwise a longer heartbeat timeout would revive them, alongside the session that replaces them.
        await endSessions(manager, dead, 'timeout', now);
        await endSessions(manager, replaced, 'replaced', now);
        await endSessions(manager, kicked, 'kicked', now);
        const session = await openSession(attempt, token);
        if (session.id % TRIM_EVERY === 0)
          await trimEndedSessions(manager, session, this.config.retention.endedSessions);
        await invalidate([...dead, ...ended]);
        return { holder, isFirst, cardType, session };
      }),
    );

    const { holder, isFirst, cardType, session } = decided;
    this.activity.count(application.id, 'login', now);
    if (isFirst) this.activity.count(application.id, 'activation', now);
    const live = toCachedSession(session, holder, kind, application);
    // The cache holds only a copy: the login stands without it.
    await this.sessions.put(live, version).catch(ignoreUnavailable);
    return {
      card_type: cardType,
      token,
      ...live.expiry,
      config: holder.config ?? '',
      server_time: toSeconds(now),
      hg: application.hg ?? Math.floor(application.heartbeatTimeoutSec / 3),
    };
  }

  /** Returns the sessions whose heartbeats stopped, and those to end so that one more may open. */
  private async requireSessionPlace({
    manager,
    kind,
    holder,
    deviceId,
    caller,
  }: Attempt): Promise<{ dead: Session[]; ended: Session[] }> {
    const { application, now } = caller;
    const unended = { holderKind: kind.name, holderId: holder.id, endedAt: IsNull() };
    const max = holder.maxSessions || this.config.quotas.sessions;
    if (holder.maxSessions === 0 && (await manager.countBy(Session, unended)) < max)
      return { dead: [], ended: [] };
    const notEnded = await manager.findBy(Session, unended);
    const deadline = this.deadline.aliveSince(now, application);
    const recent = await this.sessions.recentHeartbeats(notEnded);
    const isOpen = ({ id, lastSeenAt }: Session) => Math.max(lastSeenAt, recent.get(id) ?? 0) >= deadline;
    const open = notEnded.filter(isOpen);
    const ended = makeRoom(open, deviceId, max, application.multiOpenPolicy);
    if (!ended) throw new RefusalError(kind.refusals.multiOpen);
    return { dead: notEnded.filter((session) => !isOpen(session)), ended };
  }
}

/**
 * Returns the name of the holder's card type and whether the device is already bound; if not, refuses when the device
 * limit is reached.
 * @param quota maximum devices of a holder without a limit
 */
async function requireDevicePlace(
  { manager, kind, holder, deviceId }: Attempt,
  quota: number,
): Promise<{ cardType: string; isBound: boolean }> {
  const ofHolder = { holderKind: kind.name, holderId: holder.id };
  const isSame = 'device.deviceId = :deviceId';
  // In one query: statements are the cost of a login.
  const query = manager
    .createQueryBuilder(Device, 'device')
    .select('COUNT(*)', 'bound')
    .addSelect(`SUM(${isSame})`, 'same')
    .addSelect(
      (type) => type.select('type.name').from(CardType, 'type').where('type.id = :typeId'),
      'cardType',
    )
    .where(ofHolder)
    .setParameters({ deviceId, typeId: holder.cardTypeId });
  if (holder.maxDevices === 0) query.andWhere(isSame);

  const found = (await query.getRawOne<{ bound: unknown; same: unknown; cardType: string }>())!;
  const isBound = Number(found.same) > 0;
  if (!isBound) {
    const bound = holder.maxDevices === 0 ? await manager.countBy(Device, ofHolder) : Number(found.bound);
    if (bound >= (holder.maxDevices || quota)) throw new RefusalError('DEVICE_LIMIT');
  }
  return { cardType: found.cardType, isBound };
}

/** Separates the sessions of the device from those of others. */
function byDevice(sessions: readonly Session[], deviceId: string): [own: Session[], others: Session[]] {
  return [
    sessions.filter((session) => session.deviceId === deviceId),
    sessions.filter((session) => session.deviceId !== deviceId),
  ];
}

async function activate({ manager, kind, holder, caller: { now, application } }: Attempt): Promise<void> {
  const expiresAt = expiryAfter(now, holder, application.timeZone);
  await updateHolder(manager, kind, holder, {
    status: 'activated',
    activatedAt: now,
    expiresAt,
    updatedAt: now,
  });
}

async function openSession(
  { manager, kind, holder, deviceId, caller }: Attempt,
  token: string,
): Promise<Session> {
  const session = manager.create(Session, {
    applicationId: caller.application.id,
    holderKind: kind.name,
    holderId: holder.id,
    deviceId,
    tokenHash: hashToken(token),
    ip: caller.ip,
    createdAt: caller.now,
    lastSeenAt: caller.now,
    endedAt: null,
    endReason: null,
  });
  const { identifiers } = await manager.insert(Session, session);
  // TypeORM returns the id of a new row as text when the column is a bigint.
  session.id = Number(identifiers[0]!.id);
  return session;
}

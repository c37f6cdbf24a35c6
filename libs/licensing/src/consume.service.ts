import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import {
  Consumption,
  GroupCommit,
  inTransaction,
  insertCopies,
  isDatabaseUnavailable,
  type LicenceHolder,
  rowLockNowait,
  Session,
} from '@app/database';
import { addressKey, ignoreUnavailable, runAs, toSeconds } from '@app/platform';
import { UsageLog } from '@app/usage';
import { type ClientCall, partyOfBatch } from './client-call.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import type { ConsumeResult } from './holder.result.js';
import { requireFeature } from './holders.js';
import { RefusalError } from './refusal-error.js';
import {
  type Consumed,
  type ConsumeRequest,
  type ConsumeDecision,
  decideConsumption,
} from './rules/consume.js';
import { usesOf } from './rules/uses.js';
import { isExpired } from './rules/validity.js';
import { type CachedSession, holderKey, SessionCache } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';

/** A request with the data that the decision about it needs. All requests of a batch are for the same holder. */
interface PendingRequest {
  readonly kind: HolderKind;
  readonly caller: ClientCall;
  readonly session: CachedSession;
  readonly request: ConsumeRequest;
}

/** The holder's columns that a decision needs. The configuration is not read, since it may be long. */
const NEEDED = {
  id: true,
  status: true,
  frozen: true,
  expiresAt: true,
  uses: true,
  usesPeriod: true,
  usesUsed: true,
  usesCountedAt: true,
  features: true,
} as const;

/** Consumes uses of counted cards and users: exactly once per request, even if the request is repeated. */
@Injectable()
export class ConsumeService {
  private readonly groups: GroupCommit<PendingRequest, ConsumeDecision>;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
    private readonly cache: SessionCache,
    private readonly activity: UsageLog,
    private readonly events: HolderEvents,
  ) {
    // The address of the first request may have many other requests that wait, and the batch must not wait for these.
    // All batches of an address take turns, so that an address with many cards does not shut out others.
    this.groups = new GroupCommit(dataSource, 'the uses of the same card or user', (batch) => {
      const { caller } = batch[0]!;
      const party = partyOfBatch(caller, `consumptions from ${addressKey(caller.ip)}`);
      return runAs(party, () => this.commit(batch));
    });
  }

  /**
   * Consumes uses of a holder with a live session. A repeated request consumes nothing and gets the first answer again,
   * but with the current server time. Repeats are recognised for at least 7 days.
   * @param amount 1–1000
   * @param requestId 1–64 characters
   * @throws RefusalError
   * - 10214: the session is not valid
   * - card 10210, user 10250: the holder has expired
   * - 10219: too few uses are left
   * - 400: the holder is not counted, or the request id was used for a different request
   */
  async consume(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    token: string,
    amount: number,
    requestId: string,
  ): Promise<ConsumeResult> {
    const session = await this.sessions.requireActive(kind, caller, name, token);
    const request = { requestId, functionName: null, paramsHash: null, amount, value: null };
    const { usesLeft, usesTotal, resetsAt } = await this.take(kind, caller, session, request);
    return {
      uses_left: usesLeft,
      uses_total: usesTotal,
      ...(resetsAt !== null && { resets_ts: toSeconds(resetsAt) }),
      server_time: toSeconds(caller.now),
    };
  }

  /**
   * Decides whether a request may consume its uses, without consuming them. Called before the server runs the remote
   * function that costs these uses.
   * @param feature the feature that the holder must have, unless the request is a repeat; null if none is required
   * @returns the earlier consumption if the request is a repeat; undefined if enough uses are currently left
   * @throws RefusalError the codes of `consume`, or 10503 if the holder lacks the feature
   */
  async preview(
    kind: HolderKind,
    caller: ClientCall,
    session: CachedSession,
    request: ConsumeRequest,
    feature: string | null,
  ): Promise<Consumed | undefined> {
    const { manager } = this.dataSource;
    const asked = { kind, caller, session, request };
    const holder = await findCounter(manager, asked);
    if (!holder) throw new RefusalError('SESSION_INVALID');
    const known = (await findKnown(manager, [asked])).get(request.requestId ?? '');
    const { now, application } = caller;
    const decision = decideConsumption(kind, holder, request, known, now, application.timeZone);
    if ('repeats' in decision) return decision.repeats;
    if (!isExpired(holder, now)) requireFeature(holder, feature);
    if ('refusal' in decision) throw new RefusalError(decision.refusal);
    return undefined;
  }

  /**
   * Consumes the uses of a request, in one transaction with other requests waiting for the same holder.
   * @param session a live session
   * @returns the consumption; for a repeated request the earlier consumption
   * @throws RefusalError the codes of `consume`
   */
  async take(
    kind: HolderKind,
    caller: ClientCall,
    session: CachedSession,
    request: ConsumeRequest,
  ): Promise<Consumed> {
    const decision = await this.groups.run(holderKey(session), { kind, caller, session, request });
    if ('refusal' in decision) throw new RefusalError(decision.refusal);
    if ('repeats' in decision) return decision.repeats;
    this.activity.count(caller.application.id, 'consumption', caller.now, 0, request.amount);
    return decision.takes;
  }

  private async commit(batch: readonly PendingRequest[]): Promise<ConsumeDecision[]> {
    const { session, caller } = batch.at(-1)!;
    const version = await this.cache.readVersion();
    const { decisions, holder } = await inTransaction(this.dataSource, (manager) =>
      decideAll(manager, this.events, batch),
    ).catch((error: unknown) => {
      // The uses may have been consumed, so the copies may contain too many.
      const { holderKind, holderId } = session;
      if (isDatabaseUnavailable(error)) this.cache.invalidateLater([{ holderKind, holderId }]);
      throw error;
    });
    const uses = holder && usesOf(holder, caller.now, caller.application.timeZone);
    if (uses && decisions.some((decision) => 'takes' in decision))
      // The cache holds only copies: if it fails, the uses are still consumed.
      await this.cache.noteUses(session, uses, version).catch(ignoreUnavailable);
    return decisions;
  }
}

/** Decides about requests for one holder, one after the other, and writes the consumed uses. */
async function decideAll(manager: EntityManager, events: HolderEvents, batch: readonly PendingRequest[]) {
  const { kind, session } = batch[0]!;
  const { holderId, applicationId } = session;
  const holderKind = kind.name;
  const holder = await findCounter(manager, batch[0]!, rowLockNowait(manager));
  if (!holder)
    return { decisions: batch.map((): ConsumeDecision => ({ refusal: 'SESSION_INVALID' })), holder };
  const known = await findKnown(manager, batch);
  const open = await findOpenSessions(manager, batch);
  const taken: Omit<Consumption, 'id'>[] = [];
  const decisions = batch.map(({ caller, request, session }): ConsumeDecision => {
    if (!open.has(session.id)) return { refusal: 'SESSION_INVALID' };
    const { now, application } = caller;
    const { requestId } = request;
    const earlier = requestId === null ? undefined : known.get(requestId);
    const decision = decideConsumption(kind, holder, request, earlier, now, application.timeZone);
    if (!('takes' in decision)) return decision;
    if (requestId !== null) known.set(requestId, decision.takes);
    // The result of a remote function is stored for repeats of the request. Without an id, no repeat can be recognised.
    const value = requestId === null ? null : request.value;
    taken.push({ ...decision.takes, value, applicationId, holderKind, holderId, at: now });
    Object.assign(holder, decision.changes);
    return decision;
  });
  if (taken.length > 0) {
    await insertCopies(manager, Consumption, taken);
    // Does not increase `rowVersion`. Otherwise an administrator's edit of a busy card would nearly always conflict.
    await manager.query(`UPDATE ${kind.name}s SET uses_used = ?, uses_counted_at = ? WHERE id = ?`, [
      holder.usesUsed,
      holder.usesCountedAt,
      holderId,
    ]);
    const last = taken.at(-1)!;
    if (last.usesLeft === 0) {
      const ofApplication = { id: holderId, applicationId };
      const details = { resets_ts: last.resetsAt === null ? 0 : toSeconds(last.resetsAt) };
      await events.one(manager, 'card.used_up', holderKind, ofApplication, last.at, details);
    }
  }
  return { decisions, holder };
}

function findCounter(
  manager: EntityManager,
  { kind, session }: Pick<PendingRequest, 'kind' | 'session'>,
  lock: ReturnType<typeof rowLockNowait> = {},
): Promise<LicenceHolder | null> {
  const where = { id: session.holderId };
  return manager.findOne<LicenceHolder>(kind.entity, { select: NEEDED, where, ...lock });
}

/** Returns the ids of the sessions that did not end while their requests waited for the lock of the holder's row. */
async function findOpenSessions(
  manager: EntityManager,
  batch: readonly PendingRequest[],
): Promise<Set<number>> {
  const id = In([...new Set(batch.map(({ session }) => session.id))]);
  const open = await manager.find(Session, { select: { id: true }, where: { id, endedAt: IsNull() } });
  return new Set(open.map((each) => each.id));
}

/** Returns the earlier consumptions that these requests repeat, by request id. */
async function findKnown(
  manager: EntityManager,
  batch: readonly PendingRequest[],
): Promise<Map<string, Consumed>> {
  const { kind, session } = batch[0]!;
  const ids = batch.flatMap(({ request: { requestId } }) => requestId ?? []);
  if (ids.length === 0) return new Map();
  const ofHolder = { holderKind: kind.name, holderId: session.holderId };
  const found = await manager.findBy(Consumption, { ...ofHolder, requestId: In(ids) });
  return new Map(found.map((each) => [each.requestId!, each]));
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UsageLog } from '@app/usage';
import { type Card, inTransaction, type LicenceHolder, Recharge, rowLockNowait } from '@app/database';
import type { ClientCall } from './client-call.js';
import { recordCustomerAct } from './customer-history.js';
import { HolderEvents } from './events/holder-events.js';
import { CARD, type HolderKind } from './holder-kind.js';
import { findHolder, requireNotFrozen, requireUsable, updateHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { rechargedExpiry } from './rules/recharge.js';
import { addUses, countAlike, usesOf } from './rules/uses.js';
import { isPermanent } from './rules/validity.js';
import { SessionCache } from './sessions/session-cache.js';
import { requireConsumable, consumeCard } from './consume-card.js';

/** Extends a holder's time by consuming unused cards. */
@Injectable()
export class RechargeService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionCache,
    private readonly activity: UsageLog,
    private readonly events: HolderEvents,
  ) {}

  /**
   * Consumes a card and adds its duration and uses to a target. Exactly one of several concurrent recharges with the
   * same card succeeds.
   * @throws RefusalError
   * - card 10218, user 10243: the target does not exist or was consumed
   * - card 10212, user 10252: the target is frozen
   * - 10244: the target is not activated
   * - 10240: the card to consume does not exist or is frozen
   * - 10241: the card to consume is already used
   * - 10256: card and target differ in their session limits or in the counting of uses
   * - 400: the target is permanent and not counted
   */
  async recharge(kind: HolderKind, caller: ClientCall, targetName: string, useCard: string): Promise<void> {
    const { application, now } = caller;
    await this.sessions.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const { target, card } = await lockBoth(manager, kind, application.id, targetName, useCard);
        checkTarget(kind, target);
        checkCard(card, target);
        const { timeZone } = application;
        const expiredAt = target.expiresAt;
        const expiresAt = isPermanent(target) ? null : rechargedExpiry(target, card, now, timeZone);
        // Adds only the remaining uses, since a card that was reset to unused may have consumed some.
        const more = usesOf(card, now, timeZone);
        const counter = more && addUses(target, more.left, now, timeZone);
        await updateHolder(manager, kind, target, { expiresAt, ...counter, updatedAt: now });
        await consumeCard(manager, card, kind, target, now);
        if (expiredAt !== null) await noteRecharge(manager, kind, target, expiredAt, now);
        await recordCustomerAct(manager, caller, kind, target, 'recharge', {
          before: { expiresAt: expiredAt },
          after: { expiresAt, card: card.card },
        });
        await this.events.one(manager, 'card.recharged', kind.name, target, now, { used_card: card.card });
        await invalidate([{ holderKind: kind.name, holderId: target.id }]);
      }),
    );
    this.activity.count(application.id, 'recharge', now);
  }
}

/** Records the holder's previous expiry, from which the renewal rate is computed. */
async function noteRecharge(
  manager: EntityManager,
  kind: HolderKind,
  { id: holderId, applicationId }: LicenceHolder,
  expiredAt: number,
  at: number,
): Promise<void> {
  await manager.insert(Recharge, { applicationId, holderKind: kind.name, holderId, expiredAt, at });
}

/**
 * Locks and returns the target and the card. Rows are always locked in the same order, so that two recharges in
 * opposite directions wait for each other instead of deadlocking.
 */
async function lockBoth(
  manager: EntityManager,
  kind: HolderKind,
  applicationId: number,
  targetName: string,
  cardName: string,
): Promise<{ target: LicenceHolder; card: Card | undefined }> {
  const target = await findHolder(manager, kind, applicationId, targetName);
  const card = await findHolder(manager, CARD, applicationId, cardName);
  const locked = new Map<string, LicenceHolder>();
  const wanted = [
    ...(target ? [{ key: `${kind.name} ${target.id}`, entity: kind.entity, id: target.id }] : []),
    ...(card ? [{ key: `${CARD.name} ${card.id}`, entity: CARD.entity, id: card.id }] : []),
  ].toSorted((a, b) => (a.key < b.key ? -1 : 1));
  for (const { key, entity, id } of wanted) {
    const row = await manager.findOne<LicenceHolder>(entity, { where: { id }, ...rowLockNowait(manager) });
    if (row) locked.set(key, row);
  }
  return {
    target: requireUsable(kind, target && locked.get(`${kind.name} ${target.id}`)),
    card: card ? (locked.get(`${CARD.name} ${card.id}`) as Card | undefined) : undefined,
  };
}

function checkTarget(kind: HolderKind, target: LicenceHolder): void {
  requireNotFrozen(kind, target);
  if (target.status !== 'activated') throw new RefusalError('NOT_ACTIVATED');
  if (isPermanent(target) && target.uses === null) throw new RefusalError(kind.refusals.permanent);
}

function checkCard(card: Card | undefined, target: LicenceHolder): asserts card is Card {
  requireConsumable(card, 'RECHARGE_CARD_USED');
  if (card.maxSessions !== target.maxSessions) throw new RefusalError('MULTI_OPEN_DIFFERS');
  if (!countAlike(card, target)) throw new RefusalError('COUNTING_DIFFERS');
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import type { ClientApplication } from '@app/applications';
import {
  Card,
  CardType,
  Device,
  inTransaction,
  type LicenceHolder,
  Ticket,
  unbindRuleOf,
} from '@app/database';
import type { ClientCall } from './client-call.js';
import { recordCustomerAct } from './customer-history.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import { unbindDevices } from './holder-operations.js';
import { findHolder, lockHolder, requireNotFrozen, requireUsable, updateHolder } from './holders.js';
import { RefusalError, type RefusalName } from './refusal-error.js';
import { showExpiry } from './rules/expiry-text.js';
import { resetValues } from './rules/reset-values.js';
import { cooldownEnd, decideUnbind, refuseUnbind } from './rules/unbind.js';
import { countWrong } from './rules/unbind-attempts.js';
import { requireOpenSession } from './sessions/require-open-session.js';
import { SessionCache } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';

/**
 * The result of comparing an unbind password with the card's hash. The comparison is slow, so it is made before the
 * transaction.
 */
export interface ComparedPassword {
  readonly hash: string | null;
  readonly matches: boolean;
}

/** An unbind requested by a person who was authenticated without a session. */
export interface UnbindRequest {
  /** Called first with the locked holder; throws to refuse the unbind. */
  readonly check: (holder: LicenceHolder) => void;
  /** Omitted if the person gave no password because the holder has none. */
  readonly password?: ComparedPassword;
  /** Id of the device's row; if omitted, all devices are unbound. */
  readonly device?: number;
  /** Minimum hours since the customer's latest unbind; by default 0. */
  readonly cooldownHours?: number;
}

/** Clears device bindings according to the unbind policy of the holder's card type or application. */
@Injectable()
export class UnbindService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
    private readonly store: SessionCache,
    private readonly events: HolderEvents,
  ) {}

  /**
   * Unbinds one device at the request of one of the holder's sessions.
   * @param deviceId by default the session's device
   * @throws RefusalError the codes of `clearDevices`, or:
   * - card 10218, user 10243: the holder does not exist or was consumed
   * - card 10212, user 10252: the holder is frozen
   * - 10214: the session is not valid
   */
  async unbindDevice(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    deviceId: string | undefined,
    token: string,
  ): Promise<void> {
    const found = await findHolder(this.dataSource.manager, kind, caller.application.id, name);
    requireNotFrozen(kind, requireUsable(kind, found));
    const session = await this.sessions.requireActive(kind, caller, name, token);
    await this.store.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, caller.application.id, name);
        requireNotFrozen(kind, holder);
        await requireOpenSession(manager, session);
        await this.clearDevices(manager, kind, caller, holder, deviceId ?? session.deviceId);
        await invalidate([{ holderKind: kind.name, holderId: holder.id }]);
      }),
    );
  }

  /**
   * Unbinds devices of a holder for a person who was authenticated without a session.
   * @returns false if the unbind password was wrong; the wrong password is then counted
   * @throws RefusalError the codes of `clearDevices`, or:
   * - card 10218, user 10243: the holder does not exist or was consumed
   * - card 10212, user 10252: the holder is frozen
   * - 10254: a password was set in the meantime
   */
  async unbindWithoutSession(
    kind: HolderKind,
    caller: ClientCall,
    name: string,
    { check, password, device, cooldownHours = 0 }: UnbindRequest,
  ): Promise<boolean> {
    return this.store.invalidating((invalidate) =>
      inTransaction(this.dataSource, async (manager) => {
        const holder = await lockHolder(manager, kind, caller.application.id, name);
        requireNotFrozen(kind, holder);
        check(holder);
        const hash = unbindPasswordOf(holder);
        // The password was right, but a concurrent unbind has reset the card, which removed the password.
        if (password?.matches && hash === null) throw new RefusalError('DEVICE_NOT_BOUND');
        if (password && (!password.matches || hash !== password.hash)) {
          await countWrongPassword(manager, holder, caller.now);
          return false;
        }
        if (!password && hash !== null) throw new RefusalError('UNBIND_PASSWORD_WRONG');
        const deviceId = device === undefined ? undefined : await findDevice(manager, kind, holder, device);
        await this.clearDevices(manager, kind, caller, holder, deviceId, cooldownHours);
        await invalidate([{ holderKind: kind.name, holderId: holder.id }]);
        return true;
      }),
    );
  }

  /**
   * Clears the binding of `deviceId` in the caller's transaction. If `deviceId` is omitted or the policy resets the
   * holder, it clears all bindings. It ends the affected sessions and uses one unbind. The caller must invalidate the
   * holder in the session cache before the commit.
   * @param holder a holder that is not frozen, whose row is locked
   * @param cooldownHours minimum hours since the customer's latest unbind
   * @throws RefusalError
   * - 10216: unbinding is not allowed
   * - card 10210, user 10250: the holder has expired
   * - 10255: no unbinds are left
   * - 10259: the latest unbind was too recent
   * - 10215: the device is not bound
   * - 10258: a ticket is still valid
   * - 10257: too little time is left
   */
  async clearDevices(
    manager: EntityManager,
    kind: HolderKind,
    caller: ClientCall,
    holder: LicenceHolder,
    deviceId?: string,
    cooldownHours = 0,
  ): Promise<void> {
    const { application, now } = caller;
    const type = await manager.findOneByOrFail(CardType, { id: holder.cardTypeId });
    const rule = unbindRuleOf(application, type);
    const refusal = refuseUnbind(kind, holder, rule.policy, now, cooldownHours);
    if (refusal === 'UNBIND_COOLDOWN')
      throw refusedUntil(refusal, cooldownEnd(holder, cooldownHours, now), application);
    if (refusal) throw new RefusalError(refusal);

    const ofHolder = { holderKind: kind.name, holderId: holder.id };
    const asked = deviceId === undefined ? ofHolder : { ...ofHolder, deviceId };
    if (!(await manager.existsBy(Device, asked))) throw new RefusalError('DEVICE_NOT_BOUND');

    const tickets = await manager.findBy(Ticket, ofHolder);
    const decision = decideUnbind(holder, rule, tickets, deviceId, now);
    if ('refusal' in decision) throw refusedUntil(decision.refusal, decision.until, application);
    const { effect } = decision;

    const affected = effect.reset ? ofHolder : asked;
    const { expiresAt } = holder;
    const unbound = caller.customer ? await manager.findBy(Device, affected) : [];
    await unbindDevices(manager, this.events, application.id, affected, now);
    await updateHolder(manager, kind, holder, {
      ...(effect.reset ? resetValues(kind.name, holder, now) : { expiresAt: effect.expiresAt }),
      unbindsUsed: holder.unbindsUsed + 1,
      unboundAt: now,
      updatedAt: now,
    });
    await recordCustomerAct(manager, caller, kind, holder, 'unbind', {
      before: { devices: unbound.map(({ deviceId }) => deviceId), expiresAt },
      after: { expiresAt: holder.expiresAt, unbindsUsed: holder.unbindsUsed },
    });
  }
}

/** Returns the unbind password's hash; only cards have one. */
export function unbindPasswordOf(holder: LicenceHolder | Card): string | null {
  return 'unbindPasswordHash' in holder ? holder.unbindPasswordHash : null;
}

/** Counts a wrong unbind password of a card whose row is locked. */
export async function countWrongPassword(
  manager: EntityManager,
  holder: LicenceHolder,
  now: number,
): Promise<void> {
  await manager.update(Card, { id: holder.id }, countWrong(holder as Card, now));
}

async function findDevice(
  manager: EntityManager,
  kind: HolderKind,
  { id: holderId }: LicenceHolder,
  id: number,
): Promise<string> {
  const found = await manager.findOneBy(Device, { id, holderKind: kind.name, holderId });
  if (!found) throw new RefusalError('DEVICE_NOT_BOUND');
  return found.deviceId;
}

function refusedUntil(
  refusal: RefusalName,
  until: number | undefined,
  { timeZone }: Pick<ClientApplication, 'timeZone'>,
): RefusalError {
  return new RefusalError(
    refusal,
    until === undefined ? undefined : showExpiry(until, timeZone).expires,
    until,
  );
}

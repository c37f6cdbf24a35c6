import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { CardType, Device, inTransaction, type LicenceHolder, unbindRuleOf } from '@app/database';
import type { ClientCall } from './client-call.js';
import { HolderEvents } from './events/holder-events.js';
import type { HolderKind } from './holder-kind.js';
import { unbindDevices } from './holder-operations.js';
import { findHolder, lockHolder, requireNotFrozen, requireUsable, updateHolder } from './holders.js';
import { RefusalError } from './refusal-error.js';
import { refuseUnbind, unbindEffect } from './rules/unbind.js';
import { resetValues } from './rules/reset-values.js';
import { requireOpenSession } from './sessions/require-open-session.js';
import { SessionCache } from './sessions/session-cache.js';
import { SessionService } from './sessions/session.service.js';
import { requireNoTicket } from './ticket.service.js';

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
   * Unbinds one device at the request of a session of the holder.
   * @param deviceId default: the session's device
   * @throws RefusalError the kind's codes for unavailable and frozen (card 10218, 10212; user 10243, 10252), 10214, and
   * those of `clearDevices`
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
   * Clears the binding of `deviceId`, or of all devices if it is omitted, in the caller's transaction. It ends the
   * affected sessions and uses one unbind. The caller must invalidate the holder in the session cache before the
   * commit.
   * @param holder locked, and not frozen
   * @throws RefusalError 10216 not allowed, the kind's code for expired (card 10210, user 10250), 10255 no attempts
   * left, 10215 not bound, 10258 a ticket is valid, 10257 too little time left
   */
  async clearDevices(
    manager: EntityManager,
    kind: HolderKind,
    caller: ClientCall,
    holder: LicenceHolder,
    deviceId?: string,
  ): Promise<void> {
    const { application, now } = caller;
    const type = await manager.findOneByOrFail(CardType, { id: holder.cardTypeId });
    const { policy, hours } = unbindRuleOf(application, type);
    const refusal = refuseUnbind(kind, holder, policy, now);
    if (refusal) throw new RefusalError(refusal);

    const ofHolder = { holderKind: kind.name, holderId: holder.id };
    const asked = deviceId === undefined ? ofHolder : { ...ofHolder, deviceId };
    if (!(await manager.existsBy(Device, asked))) throw new RefusalError('DEVICE_NOT_BOUND');

    const effect = unbindEffect(holder, policy, hours, now);
    const affected = effect?.reset ? ofHolder : asked;
    await requireNoTicket(manager, caller, affected);
    if (!effect) throw new RefusalError('TIME_INSUFFICIENT');
    // A ticket of another device may not outlive the holder either.
    if (policy === 'deduct_hours' && !effect.reset && effect.expiresAt !== null)
      await requireNoTicket(manager, caller, ofHolder, effect.expiresAt);

    await unbindDevices(manager, this.events, application.id, affected, now);
    await updateHolder(manager, kind, holder, {
      ...(effect.reset ? resetValues(kind.name) : { expiresAt: effect.expiresAt }),
      unbindsUsed: holder.unbindsUsed + 1,
      updatedAt: now,
    });
  }
}

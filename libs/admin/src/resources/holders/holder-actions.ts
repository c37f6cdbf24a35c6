import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  type AuditAction,
  Application,
  Device,
  type HolderKindName,
  type LicenceHolder,
} from '@app/database';
import {
  addTime,
  addUses,
  applyEffects,
  applyRefills,
  deleteBelongings,
  HolderEvents,
  type HolderIds,
  type HolderOperation,
  OPERATIONS,
  resetValues,
  SessionCache,
  setUses,
  unbindDevices,
} from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import { notFound, refusal } from '../../errors/admin-error.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { DEVICES } from '../devices/device.resource.js';
import {
  type RelatedChange,
  changeOf,
  type Check,
  CrudService,
  type Edit,
  requireVersion,
} from '../../crud/crud.service.js';
import type { IdFilter } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';
import type { AddTimeDto, AddUsesDto } from './holder.dto.js';
import { requireConfig } from './require-config.js';

/** A kind of holder in the admin API. */
export type HolderResource<T extends LicenceHolder, F extends IdFilter = IdFilter> = Resource<T, F> & {
  readonly kind: HolderKindName;
};

/**
 * Actions of administrators on a card or user. Each action is one transaction with its audit record. It takes effect
 * for clients before the response.
 */
@Injectable()
export class HolderActions {
  constructor(
    private readonly crud: CrudService,
    private readonly sessions: SessionCache,
    private readonly audit: AuditTrail,
    private readonly events: HolderEvents,
  ) {}

  /**
   * Freezes a holder and ends its sessions, or unfreezes it. Repeating the action changes nothing, but records the
   * reason.
   * @param reason recorded in the audit log with the change
   * @returns the holder, and whether this call has changed it
   */
  async setFrozen<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    frozen: boolean,
    reason: string | null = null,
  ): Promise<{ holder: T; changed: boolean }> {
    const action = frozen ? 'freeze' : 'unfreeze';
    const related = reason === null ? undefined : { before: {}, after: { reason } };
    let changed = false;
    const holder = await this.act(actor, resource, id, async (holder, manager) => {
      changed = holder.frozen !== frozen;
      if (!changed) {
        if (related) await this.note(manager, actor, resource, holder, action, related);
        return;
      }
      await this.change(manager, actor, resource, holder, OPERATIONS[action].values, action, related);
      await this.apply(manager, actor, action, resource, holder);
    });
    return { holder, changed };
  }

  /**
   * Adds time, counted from the expiry or, if the holder has expired, from now. Removing time can expire the holder.
   * @throws AdminError 409 for a holder that is unused, consumed or permanent, or has changed since the caller read it
   */
  async addTime<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    { unit, amount, rowVersion }: AddTimeDto,
  ): Promise<T> {
    return this.act(actor, resource, id, async (holder, manager) => {
      requireVersion(holder, rowVersion);
      const { timeZone } = await manager.findOneByOrFail(Application, { id: holder.applicationId });
      const expiresAt = addTime(holder, unit, amount, actor.now, timeZone);
      if (expiresAt === undefined) throw refusal('no_running_time', { kind: resource.singular });
      await this.change(manager, actor, resource, holder, { expiresAt }, 'add_time');
    });
  }

  /**
   * Adds uses; a negative number removes uses.
   * @throws AdminError 409 if the holder is not counted, or has changed since the caller read it
   */
  async addUses<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    { uses, rowVersion }: AddUsesDto,
  ): Promise<T> {
    return this.changeUses(actor, resource, id, 'add_uses', (holder, timeZone) => {
      requireVersion(holder, rowVersion);
      return addUses(holder, uses, actor.now, timeZone);
    });
  }

  /**
   * Sets the number of uses that are left now.
   * @throws AdminError 409 if the holder is not counted
   */
  async setUses<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    left: number,
  ): Promise<T> {
    return this.changeUses(actor, resource, id, 'set_uses', (holder) => setUses(holder, left, actor.now));
  }

  /**
   * Resets the holder to unused: its time has not started, and it has no device and no session. The number of unbinds
   * so far is kept.
   */
  async reset<T extends LicenceHolder>(actor: Actor, resource: HolderResource<T>, id: number): Promise<T> {
    return this.act(actor, resource, id, async (holder, manager) => {
      if (holder.status !== 'activated') throw refusal('not_activated', { kind: resource.singular });
      await this.apply(manager, actor, 'reset', resource, holder);
      const values = resetValues(resource.kind, holder, actor.now);
      await this.change(manager, actor, resource, holder, values, 'reset');
    });
  }

  /**
   * Unbinds every device and ends the sessions. This does not count towards the unbind limit, and the unbind policy
   * does not apply.
   */
  async unbindAll<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
  ): Promise<T> {
    return this.act(actor, resource, id, async (holder, manager) => {
      const devices = await manager.findBy(Device, { holderKind: resource.kind, holderId: id });
      if (devices.length === 0) return;
      await this.apply(manager, actor, 'unbind', resource, holder);
      const before = { devices: devices.map(({ deviceId }) => deviceId) };
      await this.note(manager, actor, resource, holder, 'unbind', { before });
    });
  }

  /**
   * Unbinds one device of a holder and ends the sessions on this device.
   * @throws AdminError 404
   */
  async unbindDevice<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    { id, holderKind, holderId, deviceId }: Device,
  ): Promise<void> {
    // The holder is locked first. The unbind therefore waits for a concurrent login on the device, and ends the session
    // of this login too.
    await this.act(actor, resource, holderId, async (holder, manager) => {
      if (!(await manager.existsBy(Device, { id }))) throw notFound(DEVICES.singular);
      const binding = { holderKind, holderId, deviceId };
      await unbindDevices(manager, this.events, holder.applicationId, binding, actor.now);
      await this.note(manager, actor, resource, holder, 'unbind', { before: { devices: [deviceId] } });
    });
  }

  /** Ends every session; the clients can log in again. */
  async kick<T extends LicenceHolder>(actor: Actor, resource: HolderResource<T>, id: number): Promise<T> {
    return this.act(actor, resource, id, async (holder, manager) => {
      const ended = await this.apply(manager, actor, 'kick', resource, holder);
      if (ended > 0)
        await this.note(manager, actor, resource, holder, 'kick', { before: { sessions: ended } });
    });
  }

  /** Deletes a holder with its devices, its sessions and its remote data. */
  async delete<T extends LicenceHolder>(actor: Actor, resource: HolderResource<T>, id: number): Promise<T> {
    return this.sessions.invalidating((invalidate) =>
      this.crud.delete(actor, resource, id, async ({ applicationId }, manager) => {
        await deleteBelongings(manager, applicationId, ofKind(resource, id));
        await invalidate([{ holderKind: resource.kind, holderId: id }]);
      }),
    );
  }

  /**
   * Unbinds devices, ends sessions and writes events, as an operation requires.
   * @returns the number of ended sessions
   */
  private apply(
    manager: EntityManager,
    { now }: Actor,
    operation: HolderOperation,
    resource: Pick<HolderResource<LicenceHolder>, 'kind'>,
    { id, applicationId }: LicenceHolder,
  ): Promise<number> {
    return applyEffects(manager, this.events, operation, applicationId, ofKind(resource, id), now);
  }

  private changeUses<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    action: 'add_uses' | 'set_uses',
    changes: (holder: T, timeZone: string) => Partial<LicenceHolder>,
  ): Promise<T> {
    return this.act(actor, resource, id, async (holder, manager) => {
      if (holder.uses === null) throw refusal('not_counted', { kind: resource.singular });
      const { timeZone } = await manager.findOneByOrFail(Application, { id: holder.applicationId });
      await this.change(manager, actor, resource, holder, changes(holder, timeZone), action);
    });
  }

  /** Edits a holder's fields, and invalidates its cached sessions, which contain copies of some fields. */
  async update<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    edit: Edit<T>,
    check: Check<T>,
  ): Promise<T> {
    return this.sessions.invalidating((invalidate) =>
      this.crud.update(actor, resource, id, edit, async (holder, manager) => {
        await check(holder, manager);
        await requireConfig(manager, holder.applicationId, edit.config);
        if (edit.usesPeriod !== undefined) await this.settleRefills(manager, actor, resource, holder);
        await invalidate([{ holderKind: resource.kind, holderId: id }]);
      }),
    );
  }

  /** Applies the refills that are due under the stored period, if the edit sets another period. */
  private async settleRefills<T extends LicenceHolder>(
    manager: EntityManager,
    { now }: Actor,
    { entity }: HolderResource<T>,
    holder: T,
  ): Promise<void> {
    const stored = await manager.findOneByOrFail<LicenceHolder>(entity, { id: holder.id });
    if (stored.uses === null || stored.usesPeriod === holder.usesPeriod) return;
    const { timeZone } = await manager.findOneByOrFail(Application, { id: holder.applicationId });
    Object.assign(holder, applyRefills(stored, now, timeZone));
  }

  /** Runs a change, and invalidates the holder's cached sessions, so that live sessions notice the change. */
  async act<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
    work: (holder: T, manager: EntityManager) => Promise<void>,
  ): Promise<T> {
    await this.sessions.invalidating((invalidate) =>
      this.crud.act(actor, resource, id, async (holder, manager) => {
        await work(holder, manager);
        await invalidate([{ holderKind: resource.kind, holderId: id }]);
      }),
    );
    return this.crud.get(actor, resource, id);
  }

  private change<T extends LicenceHolder>(
    manager: EntityManager,
    actor: Actor,
    resource: HolderResource<T>,
    holder: T,
    changes: Partial<LicenceHolder>,
    action: AuditAction,
    related?: RelatedChange,
  ): Promise<void> {
    const check = () => related;
    return this.crud.change(manager, actor, resource, holder, changes as Partial<T>, action, check);
  }

  private note<T extends LicenceHolder>(
    manager: EntityManager,
    actor: Actor,
    resource: HolderResource<T>,
    holder: T,
    action: AuditAction,
    seen: Partial<RelatedChange>,
  ): Promise<void> {
    return this.audit.record(manager, actor, { ...changeOf(resource, holder), action, ...seen });
  }
}

function ofKind({ kind }: Pick<HolderResource<LicenceHolder>, 'kind'>, id: number): HolderIds {
  return { holderKind: kind, holderIds: [id] };
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ServerRegistry } from '@app/cluster';
import type { EventReceiver } from '@app/database';
import { Clock } from '@app/platform';
import { RECEIVERS, type ReceiverKind } from './receivers.js';

/**
 * Leases for sending to webhooks and notifiers. At most one process has a receiver's lease, and each attempt renews it.
 * If a process crashes, its leases end as soon as the crash is detected, or when their time is over.
 */
@Injectable()
export class ReceiverLease {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly server: ServerRegistry,
    private readonly clock: Clock,
  ) {}

  /** Takes or renews the lease. Returns false if another process has it. */
  async take(kind: ReceiverKind, id: number): Promise<boolean> {
    if (await this.claim(kind, id)) return true;
    const select = { id: true, leaseOwner: true } as const;
    const row = await this.dataSource.manager.findOne(RECEIVERS[kind].entity, { select, where: { id } });
    const owner = row?.leaseOwner ?? null;
    if (owner === null || (await this.server.isAlive(owner))) return false;
    await this.release(kind, id, owner);
    return this.claim(kind, id);
  }

  /**
   * Releases the lease, so that another process can take it at once.
   * @param owner the process that holds the lease; if another process has taken it, the lease is unchanged
   */
  async release(kind: ReceiverKind, id: number, owner = this.server.id): Promise<void> {
    await this.write(kind, id, { leaseOwner: null, leaseUntil: 0 }, 'lease_owner = :owner', { owner });
  }

  private claim(kind: ReceiverKind, id: number): Promise<boolean> {
    const owner = this.server.id;
    const now = this.clock.now();
    return this.write(
      kind,
      id,
      { leaseOwner: owner, leaseUntil: now + RECEIVERS[kind].leaseMs },
      '(lease_owner IS NULL OR lease_owner = :owner OR lease_until < :now)',
      { owner, now },
    );
  }

  private async write(
    kind: ReceiverKind,
    id: number,
    values: Pick<EventReceiver, 'leaseOwner' | 'leaseUntil'>,
    condition: string,
    parameters: object,
  ): Promise<boolean> {
    const { affected } = await this.dataSource.manager
      .createQueryBuilder()
      .update(RECEIVERS[kind].entity)
      // Keeps the row version: a lease is not an edit and must not conflict with administrators' edits.
      .set({ ...values, rowVersion: () => 'row_version' })
      .where('id = :id', { id })
      .andWhere(condition, parameters)
      .execute();
    return affected === 1;
  }
}

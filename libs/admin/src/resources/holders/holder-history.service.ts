import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, Like } from 'typeorm';
import {
  AuditRecord,
  Application,
  Card,
  Consumption,
  type HolderKindName,
  type LicenceHolder,
  Refusal,
  Session,
} from '@app/database';
import { SessionDeadline, SessionCache, usesOf } from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import type { FrozenCardDto } from '../cards/card.dto.js';
import { problem } from '../../errors/problem.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { findConsumer } from './find-consumer.js';
import type { HolderResource } from './holder-actions.js';
import {
  type ConsumedCardDto,
  CONSUMPTION_FIELDS,
  type ConsumptionDto,
  HOLDER_AUDIT_FIELDS,
  HOLDER_REFUSAL_FIELDS,
  type HolderAuditDto,
  type HolderHistoryDto,
  type HolderRefusalDto,
  type HolderSessionDto,
} from './holder-support.dto.js';
import { showSessions } from './show-sessions.js';

const LATEST = 50;

/** Returns the history of a card or user, for customer support. */
@Injectable()
export class HolderHistory {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly store: SessionCache,
    private readonly deadline: SessionDeadline,
  ) {}

  /** @throws AdminError 404 */
  async get<T extends LicenceHolder>(
    actor: Actor,
    resource: HolderResource<T>,
    id: number,
  ): Promise<HolderHistoryDto> {
    const holder = await this.crud.get(actor, resource, id);
    const { manager } = this.dataSource;
    const application = await manager.findOneByOrFail(Application, { id: holder.applicationId });
    return {
      audit: await this.audit(resource.name, id),
      sessions: await this.sessions(resource.kind, id, application, actor.now),
      refusals: await this.refusals(resource.kind, holder.applicationId, resource.nameOf(holder)),
      consumedBy: await findConsumer(this.dataSource.manager, holder),
      consumed: await this.consumed(resource.kind, id),
      uses: usesOf(holder, actor.now, application.timeZone) ?? null,
      consumptions: await this.consumptions(resource.kind, id),
    };
  }

  /** Returns the holder that consumed a card, and notices for an administrator who freezes the card. */
  async spending(holder: LicenceHolder): Promise<Pick<FrozenCardDto, 'consumedBy' | 'warnings' | 'notices'>> {
    const consumedBy = await findConsumer(this.dataSource.manager, holder);
    if (!consumedBy) return { consumedBy, warnings: [], notices: [] };
    const { kind, id, name } = consumedBy;
    const notice = problem('spent_card_frozen', { kind, name: name ?? `(deleted, ${id})` });
    return { consumedBy, warnings: [notice.message], notices: [notice] };
  }

  private async audit(resource: string, id: number): Promise<HolderAuditDto[]> {
    const records = await this.dataSource.manager.find(AuditRecord, {
      where: { resource, recordId: String(id) },
      order: { id: 'DESC' },
      take: LATEST,
    });
    return records.map((record) => toDto(record, HOLDER_AUDIT_FIELDS));
  }

  private async sessions(
    holderKind: HolderKindName,
    holderId: number,
    application: Application,
    now: number,
  ): Promise<HolderSessionDto[]> {
    const sessions = await this.dataSource.manager.find(Session, {
      where: { holderKind, holderId },
      // Sorted by time first: if sorted only by id, MySQL would scan all sessions.
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LATEST,
    });
    return showSessions(sessions, this.store, this.deadline.aliveSince(now, application));
  }

  /**
   * Returns the latest refusals. A card and a user can have the same name; the endpoint of a request shows which of
   * them was meant.
   */
  private async refusals(kind: string, applicationId: number, name: string): Promise<HolderRefusalDto[]> {
    const refusals = await this.dataSource.manager.find(Refusal, {
      where: { applicationId, name, endpoint: Like(`${kind}/%`) },
      order: { at: 'DESC', id: 'DESC' },
      take: LATEST,
    });
    return refusals.map((refusal) =>
      Object.assign(toDto(refusal, HOLDER_REFUSAL_FIELDS), refusalWords(refusal.code)),
    );
  }

  private async consumed(consumedByKind: HolderKindName, consumedById: number): Promise<ConsumedCardDto[]> {
    const cards = await this.dataSource.manager.find(Card, {
      select: { id: true, card: true, consumedAt: true },
      where: { consumedByKind, consumedById },
      order: { consumedAt: 'DESC', id: 'DESC' },
      take: LATEST,
    });
    return cards.map(({ id, card, consumedAt }) => ({ id, card, at: consumedAt! }));
  }

  private async consumptions(holderKind: HolderKindName, holderId: number): Promise<ConsumptionDto[]> {
    const consumptions = await this.dataSource.manager.find(Consumption, {
      // The results of functions are not loaded, since they may be long.
      select: { id: true, requestId: true, functionName: true, amount: true, usesLeft: true, at: true },
      where: { holderKind, holderId },
      order: { id: 'DESC' },
      take: LATEST,
    });
    return consumptions.map((each) => toDto(each, CONSUMPTION_FIELDS));
  }
}

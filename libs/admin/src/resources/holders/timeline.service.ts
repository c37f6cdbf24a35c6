import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, type SelectQueryBuilder } from 'typeorm';
import {
  Application,
  AuditRecord,
  Card,
  Channel,
  Consumption,
  Device,
  type LicenceHolder,
  Order,
  Refusal,
  Session,
} from '@app/database';
import { SessionCache, SessionDeadline } from '@app/licensing';
import type { Actor } from '../../access/actor.js';
import { CrudService } from '../../crud/crud.service.js';
import { idOf, toDto } from '../../crud/resource.js';
import { ORDERS } from '../orders/order.resource.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { findBulkActs } from './find-bulk-acts.js';
import { findConsumer } from './find-consumer.js';
import type { HolderResource } from './holder-actions.js';
import { CONSUMPTION_FIELDS, HOLDER_AUDIT_FIELDS, HOLDER_REFUSAL_FIELDS } from './holder-support.dto.js';
import { showSessions } from './show-sessions.js';
import { type Cursor, isIn, mergePage, parseCursor, rangeOf, type SourceRange } from './timeline-page.js';
import type { TimelineDto, TimelineEntryDto, TimelineQuery } from './timeline.dto.js';

const DEFAULT_LIMIT = 50;

/** The holder of a timeline. */
interface Subject {
  readonly resource: Pick<HolderResource<LicenceHolder>, 'kind' | 'name'>;
  readonly holder: LicenceHolder;
  readonly name: string;
  readonly application: Application;
  readonly now: number;
}

/** The part of the timeline that a source has to read. */
interface Wanted extends SourceRange {
  /** Maximum number of entries. */
  readonly take: number;
}

type Entry = Omit<TimelineEntryDto, 'id' | 'at'>;
type Read = (readonly [at: number, id: number, entry: Entry])[];

/**
 * Merges all records about a card or user into one timeline. Each source is read through an index on the holder, and
 * only as far as the page needs.
 */
@Injectable()
export class Timeline {
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
    { before, limit = DEFAULT_LIMIT }: TimelineQuery,
  ): Promise<TimelineDto> {
    const holder = await this.crud.get(actor, resource, id);
    const application = await this.manager.findOneByOrFail(Application, { id: holder.applicationId });
    const subject = { resource, holder, name: resource.nameOf(holder), application, now: actor.now };
    const cursor = parseCursor(before);
    const parts: { cursor: Cursor; entry: TimelineEntryDto }[][] = [];
    for (const [source, [sourceName, read]] of this.sourcesOf(subject).entries()) {
      const wanted = { ...rangeOf(source, cursor), take: limit + 1 };
      const rows = await read(wanted);
      parts.push(
        rows
          .filter(([at, id]) => isIn(wanted, at, id))
          .map(([at, id, entry]) => ({
            cursor: { at, source, id },
            entry: Object.assign({ id: `${sourceName}-${id}`, at }, entry),
          })),
      );
    }
    const { page, next } = mergePage(parts, limit);
    return { entries: page.map(({ entry }) => entry), next };
  }

  /** Returns the sources of a timeline. Cursors identify a source by its position in this list. */
  private sourcesOf(subject: Subject): [string, (wanted: Wanted) => Promise<Read>][] {
    return [
      ['life', () => this.life(subject)],
      ['login', (wanted) => this.logins(subject, wanted)],
      ['bound', (wanted) => this.bindings(subject, wanted)],
      ['refusal', (wanted) => this.refusals(subject, wanted)],
      ['consumption', (wanted) => this.consumptions(subject, wanted)],
      ['recharge', (wanted) => this.recharges(subject, wanted)],
      ['order', () => this.orders(subject)],
      ['change', (wanted) => this.changes(subject, wanted)],
      ['job', () => this.jobs(subject)],
    ];
  }

  private get manager(): EntityManager {
    return this.dataSource.manager;
  }

  /** Returns the entries whose times are stored in the holder's own row. */
  private async life({ resource, holder, now }: Subject): Promise<Read> {
    const { createdAt, activatedAt, expiresAt } = holder;
    const { issuedAt = null, consumedAt = null } = holder as Partial<Card>;
    const isOver = holder.status === 'activated' && expiresAt !== null && expiresAt <= now;
    const consumedBy = await findConsumer(this.manager, holder);
    const creation = await this.manager.findOneBy(AuditRecord, {
      resource: resource.name,
      recordId: String(holder.id),
      action: 'create',
    });
    // For registered users and for cards created by jobs, the audit log has no record of the creation.
    const creator = creation ?? (resource.kind === 'user' ? BY_CLIENT : BY_SERVER);
    const { actorKind, actorName } = creator;
    const entries: [number | null, Entry][] = [
      [createdAt, { kind: 'created', actorKind, actorName }],
      [issuedAt, { kind: 'issued', ...BY_SERVER }],
      [activatedAt, { kind: 'activated', ...BY_CLIENT }],
      [isOver ? expiresAt : null, { kind: 'expired', ...BY_SERVER }],
      [consumedAt, { kind: 'consumed', ...BY_CLIENT, ...(consumedBy && { consumedBy }) }],
    ];
    return entries.flatMap(([at, entry], id) => (at === null ? [] : [[at, id, entry] as const]));
  }

  private async logins({ resource, holder, application, now }: Subject, wanted: Wanted): Promise<Read> {
    const sessions = await latest(this.of(Session, 'createdAt', wanted), resource.kind, holder.id);
    const shown = await showSessions(sessions, this.store, this.deadline.aliveSince(now, application));
    const kicked = sessions.filter(({ endReason }) => endReason === 'kicked').map(({ id }) => String(id));
    const kicks = await this.manager.findBy(AuditRecord, {
      resource: 'sessions',
      recordId: In(kicked),
      action: 'kick',
    });
    const kickers = new Map(kicks.map(({ recordId, actorName }) => [recordId, actorName]));
    return shown.map((session) => {
      const kickedBy = kickers.get(String(session.id));
      const entry = { ...BY_CLIENT, session, ...(kickedBy !== undefined && { kickedBy }) };
      return [session.createdAt, idOf(session.id), { kind: 'login', ...entry }];
    });
  }

  private async bindings({ resource, holder }: Subject, wanted: Wanted): Promise<Read> {
    const devices = await latest(this.of(Device, 'boundAt', wanted), resource.kind, holder.id);
    return devices.map(({ boundAt, id, deviceId }) => [
      boundAt,
      id,
      { kind: 'bound', ...BY_CLIENT, deviceId },
    ]);
  }

  /** A card and a user can have the same name; the endpoint of a request shows which of them was meant. */
  private async refusals({ resource, holder, name }: Subject, wanted: Wanted): Promise<Read> {
    const refusals = await this.of(Refusal, 'at', wanted)
      .andWhere('row.applicationId = :applicationId AND row.name = :name AND row.endpoint LIKE :endpoint', {
        applicationId: holder.applicationId,
        name,
        endpoint: `${resource.kind}/%`,
      })
      .getMany();
    return refusals.map((row) => {
      const refusal = Object.assign(toDto(row, HOLDER_REFUSAL_FIELDS), refusalWords(row.code));
      return [row.at, idOf(row.id), { kind: 'refusal', ...BY_CLIENT, refusal }];
    });
  }

  private async consumptions({ resource, holder }: Subject, wanted: Wanted): Promise<Read> {
    const query = this.of(Consumption, 'at', wanted).useIndex('ix_consumptions_holder');
    // The results of functions are not loaded, since they may be long.
    query.select(CONSUMPTION_FIELDS.map((field) => `row.${field}`));
    const consumptions = await latest(query, resource.kind, holder.id);
    return consumptions.map((row) => {
      const consumption = toDto(row, CONSUMPTION_FIELDS);
      return [row.at, idOf(row.id), { kind: 'consumption', ...BY_CLIENT, consumption }];
    });
  }

  private async recharges({ resource, holder }: Subject, wanted: Wanted): Promise<Read> {
    const cards = await this.of(Card, 'consumedAt', wanted)
      .select(['row.id', 'row.card', 'row.consumedAt'])
      .andWhere('row.consumedByKind = :kind AND row.consumedById = :holderId', {
        kind: resource.kind,
        holderId: holder.id,
      })
      .getMany();
    return cards.map(({ id, card, consumedAt }) => {
      const at = consumedAt!;
      return [at, id, { kind: 'recharge', ...BY_CLIENT, consumed: { id, card, at } }];
    });
  }

  private async orders({ holder }: Subject): Promise<Read> {
    const { orderId = null } = holder as Partial<Card>;
    const order = orderId === null ? null : await this.manager.findOneBy(Order, { id: orderId });
    if (!order) return [];
    const { id, externalNo, product, channelId, createdBy } = order;
    const channel = channelId === null ? null : await this.manager.findOneBy(Channel, { id: channelId });
    const by: Pick<Entry, 'actorKind' | 'actorName'> =
      channelId === null
        ? { actorKind: 'admin', actorName: createdBy }
        : { actorKind: 'shop', actorName: channel?.name ?? null };
    const shown = { id, externalNo, product };
    const entries: [number, number, Entry][] = [[order.createdAt, 0, { kind: 'order', ...by, order: shown }]];
    if (order.refundedAt !== null) {
      const refunder = await this.manager.findOne(AuditRecord, {
        select: { id: true, actorKind: true, actorName: true },
        where: { resource: ORDERS.name, recordId: String(id), action: 'refund' },
        order: { id: 'ASC' },
      });
      // A refund by the shop or the payment service has no audit record.
      const { actorKind, actorName } = refunder ?? by;
      entries.push([order.refundedAt, 1, { kind: 'refund', actorKind, actorName, order: shown }]);
    }
    return entries;
  }

  private async changes({ resource, holder }: Subject, wanted: Wanted): Promise<Read> {
    const records = await this.of(AuditRecord, 'at', wanted)
      .andWhere("row.resource = :resource AND row.recordId = :recordId AND row.action <> 'create'", {
        resource: resource.name,
        recordId: String(holder.id),
      })
      .getMany();
    return records.map((record) => {
      const { actorKind, actorName } = record;
      const change = toDto(record, HOLDER_AUDIT_FIELDS);
      return [record.at, idOf(record.id), { kind: 'change', actorKind, actorName, change }];
    });
  }

  private async jobs({ resource, holder, name }: Subject): Promise<Read> {
    const acts = await findBulkActs(this.manager, resource.kind, holder.applicationId, name);
    return acts.map(({ at, recordId, actorKind, actorName, job }) => [
      at,
      recordId,
      { kind: 'job', actorKind, actorName, job },
    ]);
  }

  /** Returns a query of the latest `take` rows before the position that `upTo` and `beforeId` describe. */
  private of<T extends object>(
    entity: { new (): T; readonly name: string },
    time: keyof T & string,
    { upTo, beforeId, take }: Wanted,
  ): SelectQueryBuilder<T> {
    return this.manager
      .createQueryBuilder(entity, 'row')
      .where(`row.${time} <= :upTo AND (row.${time} < :upTo OR row.id < :beforeId)`, { upTo, beforeId })
      .orderBy(`row.${time}`, 'DESC')
      .addOrderBy('row.id', 'DESC')
      .limit(take);
  }
}

const BY_CLIENT = { actorKind: 'client', actorName: null } as const;
const BY_SERVER = { actorKind: 'server', actorName: null } as const;

/** Limits a query to the rows of a holder and runs it. */
function latest<T extends object>(
  query: SelectQueryBuilder<T>,
  holderKind: string,
  holderId: number,
): Promise<T[]> {
  return query
    .andWhere('row.holderKind = :holderKind AND row.holderId = :holderId', { holderKind, holderId })
    .getMany();
}

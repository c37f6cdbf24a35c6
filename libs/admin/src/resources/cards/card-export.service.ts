import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull } from 'typeorm';
import { Application, Card, CardType, inLargeTransaction, rowLock } from '@app/database';
import { cardsAtATime } from '@app/licensing';
import { chunksOf } from '@app/platform';
import { invalid, problem } from '../../errors/admin-error.js';
import type { Actor } from '../../access/actor.js';
import { toCsv } from '../../api/csv.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { CrudService, requireVisibleApplication } from '../../crud/crud.service.js';
import { CARDS } from './card.resource.js';
import { EXPORT_COLUMNS, EXPORTED, type ExportedCard } from './card-export.columns.js';
import type { CardExportRequest } from './card-export.query.js';

/** Maximum number of cards that one export marks, which bounds the time that they are locked. */
const MAX_ISSUED = 10_000;

/** Exports cards as a file. */
@Injectable()
export class CardExportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the file's text, generated while it is read; only some hundreds of cards are held at a time, however many
   * there are.
   * @throws AdminError 404 before anything is recorded
   */
  async text(actor: Actor, query: CardExportRequest): Promise<AsyncGenerator<string>> {
    await requireVisibleApplication(this.dataSource.manager, actor, query.filter.applicationId);
    const cards = this.audited(actor, query, this.crud.rows(actor, CARDS, query.filter, EXPORTED));
    return this.toText(actor, query, cards);
  }

  /**
   * Marks the available cards that match as issued, and returns a file with exactly these cards.
   * @throws AdminError 404; 422 if more than 10000 cards match
   */
  async issue(actor: Actor, query: CardExportRequest): Promise<AsyncGenerator<string>> {
    await requireVisibleApplication(this.dataSource.manager, actor, query.filter.applicationId);
    const candidates: number[] = [];
    for await (const ids of this.crud.ids(actor, CARDS, { ...query.filter, issued: false })) {
      candidates.push(...ids);
      if (candidates.length > MAX_ISSUED)
        throw invalid({ filter: problem('filter_too_wide', { max: MAX_ISSUED }) });
    }
    const issued = await this.markIssued(actor, query, candidates);
    return this.toText(actor, query, this.rowsOf(issued));
  }

  /** @returns the ids of those cards that were still available, in ascending order */
  private markIssued(
    actor: Actor,
    { filter, format }: CardExportRequest,
    candidates: readonly number[],
  ): Promise<number[]> {
    return inLargeTransaction(this.dataSource, async (manager) => {
      const issued: number[] = [];
      for (const part of chunksOf(candidates, cardsAtATime(manager))) {
        const where = { id: In(part), status: 'unused', frozen: false, issuedAt: IsNull() } as const;
        const order = { id: 'ASC' } as const;
        const found = await manager.find(Card, { select: { id: true }, where, order, ...rowLock(manager) });
        const ids = found.map(({ id }) => id);
        if (ids.length === 0) continue;
        await manager.update(Card, { id: In(ids) }, { issuedAt: actor.now, updatedAt: actor.now });
        issued.push(...ids);
      }
      await this.audit.record(manager, actor, {
        resource: CARDS.name,
        applicationId: filter.applicationId ?? null,
        action: 'export',
        after: { filter, format, rows: issued.length, issuedAt: actor.now },
      });
      return issued;
    });
  }

  private async *rowsOf(ids: readonly number[]): AsyncGenerator<ExportedCard[]> {
    const { manager } = this.dataSource;
    for (const part of chunksOf(ids, cardsAtATime(manager))) {
      yield await manager.find(Card, { select: EXPORTED, where: { id: In(part) }, order: { id: 'ASC' } });
    }
  }

  private toText(
    actor: Actor,
    query: CardExportRequest,
    cards: AsyncGenerator<ExportedCard[]>,
  ): AsyncGenerator<string> {
    return query.format === 'txt'
      ? this.toLines(cards)
      : toCsv(query.columns, this.toRows(cards, query, actor.now));
  }

  /** Records the export and the number of cards delivered, even when the client took only some of them. */
  private async *audited(
    actor: Actor,
    { filter, format }: CardExportRequest,
    parts: AsyncIterable<ExportedCard[]>,
  ): AsyncGenerator<ExportedCard[]> {
    let rows = 0;
    try {
      for await (const cards of parts) {
        rows += cards.length;
        yield cards;
      }
    } finally {
      const change = {
        resource: CARDS.name,
        applicationId: filter.applicationId ?? null,
        action: 'export' as const,
      };
      await this.audit.record(this.dataSource.manager, actor, { ...change, after: { filter, format, rows } });
    }
  }

  private async *toLines(parts: AsyncIterable<ExportedCard[]>): AsyncGenerator<string> {
    for await (const cards of parts) yield cards.map(({ card }) => `${card}\r\n`).join('');
  }

  private async *toRows(
    parts: AsyncIterable<ExportedCard[]>,
    { columns }: CardExportRequest,
    now: number,
  ): AsyncGenerator<string[][]> {
    const { manager } = this.dataSource;
    const types = new Map<number, CardType>();
    const zones = new Map<number, string>();
    for (const { id, timeZone } of await manager.find(Application, { select: { id: true, timeZone: true } }))
      zones.set(id, timeZone);
    for await (const cards of parts) {
      await this.addTypes(types, cards);
      yield cards.map((card) => {
        const typeName = types.get(card.cardTypeId)?.name ?? '';
        const context = { typeName, timeZone: zones.get(card.applicationId) ?? 'UTC', now };
        return columns.map((column) => EXPORT_COLUMNS[column](card, context));
      });
    }
  }

  private async addTypes(known: Map<number, CardType>, cards: readonly ExportedCard[]): Promise<void> {
    const missing = new Set(cards.map(({ cardTypeId }) => cardTypeId).filter((id) => !known.has(id)));
    if (missing.size === 0) return;
    const types = await this.dataSource.manager.findBy(CardType, { id: In([...missing]) });
    for (const type of types) known.set(type.id, type);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { Application, CardType } from '@app/database';
import type { Actor } from '../../access/actor.js';
import { toCsv } from '../../api/csv.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { CrudService, requireVisibleApplication } from '../../crud/crud.service.js';
import { CARDS } from './card.resource.js';
import { EXPORT_COLUMNS, EXPORTED, type ExportedCard } from './card-export.columns.js';
import type { CardExportRequest } from './card-export.query.js';

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

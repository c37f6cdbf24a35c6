import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, IsNull } from 'typeorm';
import { Application, Card, CardType, inLargeTransaction, inTransaction, rowLock } from '@app/database';
import { cardsAtATime, DEFAULT_CARD_TEMPLATE, durationText, fillCardTemplate } from '@app/licensing';
import { chunksOf } from '@app/platform';
import { invalid, problem } from '../../errors/admin-error.js';
import type { Actor } from '../../access/actor.js';
import { toCsv } from '../../api/csv.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { CrudService, requireVisibleApplication } from '../../crud/crud.service.js';
import { type CardFilter, CARDS } from './card.resource.js';
import { EXPORT_COLUMNS, EXPORTED, type ExportedCard } from './card-export.columns.js';
import type { CardExportRequest } from './card-export.query.js';

/** Maximum number of cards that one export marks as issued. It limits the time for which the cards are locked. */
const MAX_ISSUED = 10_000;

type ExportedApplication = Pick<Application, 'id' | 'name' | 'language' | 'timeZone' | 'cardTemplate'>;

/** Exports cards as a file. */
@Injectable()
export class CardExportService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Returns the file's text, generated while it is read. At most a few hundred cards are in memory at a time.
   * @throws AdminError 404 before anything is recorded
   */
  async text(actor: Actor, query: CardExportRequest): Promise<AsyncGenerator<string>> {
    await requireVisibleApplication(this.dataSource.manager, actor, query.filter.applicationId);
    const cards = this.audited(actor, query, this.crud.rows(actor, CARDS, query.filter, EXPORTED));
    return this.toText(actor, query, cards);
  }

  /**
   * Returns the name of a file without its extension: the application, card type and batch in the filter, and the day.
   */
  async fileName(actor: Actor, { applicationId, cardTypeId, batch }: CardFilter): Promise<string> {
    const { manager } = this.dataSource;
    const application =
      applicationId === undefined ? null : await manager.findOneBy(Application, { id: applicationId });
    // The card type is searched only in this application, since the caller may lack access to other applications and
    // their card types.
    const type =
      application && cardTypeId !== undefined
        ? await manager.findOneBy(CardType, { id: cardTypeId, applicationId: application.id })
        : null;
    const timeZone = application?.timeZone ?? 'UTC';
    const day = Temporal.Instant.fromEpochMilliseconds(actor.now).toZonedDateTimeISO(timeZone);
    const parts = [application?.name, type?.name, batch].filter((part) => part !== undefined);
    return [...(parts.length === 0 ? ['cards'] : parts), day.toPlainDate().toString()].join('-');
  }

  /**
   * Marks as issued the available cards that match the filter, and returns their number and a file with exactly these
   * cards.
   * @throws AdminError 404; 422 if more than 10000 matching cards are not issued yet, including cards that are not
   * available
   */
  async issue(
    actor: Actor,
    query: CardExportRequest,
  ): Promise<{ count: number; text: AsyncGenerator<string> }> {
    await requireVisibleApplication(this.dataSource.manager, actor, query.filter.applicationId);
    const candidates: number[] = [];
    // Issued cards are not available.
    const wanted = { ...query.filter, issued: false };
    const available = query.filter.issued ? [] : this.crud.ids(actor, CARDS, wanted);
    for await (const ids of available) {
      candidates.push(...ids);
      if (candidates.length > MAX_ISSUED)
        throw invalid({ filter: problem('filter_too_wide', { max: MAX_ISSUED }) });
    }
    const issued = await this.markIssued(actor, query, wanted, candidates);
    return { count: issued.length, text: this.toText(actor, query, this.rowsOf(issued)) };
  }

  /** @returns the ids of the candidates that were still available, in ascending order */
  private markIssued(
    actor: Actor,
    query: CardExportRequest,
    wanted: CardFilter,
    candidates: readonly number[],
  ): Promise<number[]> {
    return inLargeTransaction(this.dataSource, async (manager) => {
      const issued: number[] = [];
      const rows = new Map<number, number>();
      for (const part of chunksOf(candidates, cardsAtATime(manager))) {
        const where = { id: In(part), status: 'unused', frozen: false, issuedAt: IsNull() } as const;
        const order = { id: 'ASC' } as const;
        const select = { id: true, applicationId: true } as const;
        const locked = await manager.find(Card, { select, where, order, ...rowLock(manager) });
        // In the meantime, a change may for example have moved a card to another batch.
        const matching = new Set(await this.crud.stillMatching(manager, actor, CARDS, wanted, part));
        const found = locked.filter(({ id }) => matching.has(id));
        const ids = found.map(({ id }) => id);
        if (ids.length === 0) continue;
        await manager.update(Card, { id: In(ids) }, { issuedAt: actor.now, updatedAt: actor.now });
        issued.push(...ids);
        countByApplication(rows, found);
      }
      await this.record(manager, actor, query, rows, { issuedAt: actor.now });
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
    switch (query.format) {
      case 'csv':
        return toCsv(query.columns, this.toRows(cards, query, actor.now));
      case 'txt':
        return this.toLines(cards);
      case 'template':
        return this.toTemplate(cards);
    }
  }

  /**
   * Records the export and how many cards of each application were read for it, even if the client aborts the download.
   */
  private async *audited(
    actor: Actor,
    query: CardExportRequest,
    parts: AsyncIterable<ExportedCard[]>,
  ): AsyncGenerator<ExportedCard[]> {
    const rows = new Map<number, number>();
    try {
      for await (const cards of parts) {
        countByApplication(rows, cards);
        yield cards;
      }
    } finally {
      await inTransaction(this.dataSource, (manager) => this.record(manager, actor, query, rows));
    }
  }

  /**
   * Writes a record for each application, since managers see only records of their applications. An export without
   * cards gets one record.
   * @param rows the number of cards of each application
   */
  private async record(
    manager: EntityManager,
    actor: Actor,
    { filter, format }: CardExportRequest,
    rows: ReadonlyMap<number, number>,
    more: object = {},
  ): Promise<void> {
    const all = rows.size > 0 ? rows : new Map([[filter.applicationId ?? null, 0]]);
    for (const [applicationId, count] of all) {
      await this.audit.record(manager, actor, {
        resource: CARDS.name,
        applicationId,
        action: 'export',
        after: { filter, format, rows: count, ...more },
      });
    }
  }

  private async *toLines(parts: AsyncIterable<ExportedCard[]>): AsyncGenerator<string> {
    for await (const cards of parts) yield cards.map(({ card }) => `${card}\r\n`).join('');
  }

  /**
   * For each card, fills the template of its application. Line breaks inside a template are replaced by the file's line
   * breaks.
   */
  private async *toTemplate(parts: AsyncIterable<ExportedCard[]>): AsyncGenerator<string> {
    const types = new Map<number, CardType>();
    const applications = new Map<number, ExportedApplication>();
    for await (const cards of parts) {
      await this.addTypes(types, cards);
      await this.addApplications(applications, cards);
      yield cards
        .map((card) => {
          const application = applications.get(card.applicationId);
          const text = fillCardTemplate(application?.cardTemplate ?? DEFAULT_CARD_TEMPLATE, {
            card: card.card,
            type: types.get(card.cardTypeId)?.name ?? '',
            duration: durationText(card.durationUnit, card.durationAmount, application?.language ?? 'en'),
            batch: card.batch ?? '',
            note: card.note ?? '',
            application: application?.name ?? '',
          });
          return `${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`;
        })
        .join('');
    }
  }

  private async *toRows(
    parts: AsyncIterable<ExportedCard[]>,
    { columns }: CardExportRequest,
    now: number,
  ): AsyncGenerator<string[][]> {
    const types = new Map<number, CardType>();
    const applications = new Map<number, ExportedApplication>();
    for await (const cards of parts) {
      await this.addTypes(types, cards);
      await this.addApplications(applications, cards);
      yield cards.map((card) => {
        const typeName = types.get(card.cardTypeId)?.name ?? '';
        const context = { typeName, timeZone: applications.get(card.applicationId)?.timeZone ?? 'UTC', now };
        return columns.map((column) => EXPORT_COLUMNS[column](card, context));
      });
    }
  }

  private async addTypes(known: Map<number, CardType>, cards: readonly ExportedCard[]): Promise<void> {
    const ids = missingIn(known, cards, ({ cardTypeId }) => cardTypeId);
    if (ids.length === 0) return;
    for (const type of await this.dataSource.manager.findBy(CardType, { id: In(ids) }))
      known.set(type.id, type);
  }

  /**
   * Reads those applications of these cards that are not in `known` yet. They cannot all be read when the export
   * starts, since an application may be created during the export.
   */
  private async addApplications(
    known: Map<number, ExportedApplication>,
    cards: readonly ExportedCard[],
  ): Promise<void> {
    const ids = missingIn(known, cards, ({ applicationId }) => applicationId);
    if (ids.length === 0) return;
    const select = { id: true, name: true, language: true, timeZone: true, cardTemplate: true } as const;
    for (const application of await this.dataSource.manager.find(Application, {
      select,
      where: { id: In(ids) },
    }))
      known.set(application.id, application);
  }
}

function countByApplication(rows: Map<number, number>, cards: readonly Pick<Card, 'applicationId'>[]): void {
  for (const { applicationId } of cards) rows.set(applicationId, (rows.get(applicationId) ?? 0) + 1);
}

function missingIn(
  known: ReadonlyMap<number, unknown>,
  cards: readonly ExportedCard[],
  idOf: (card: ExportedCard) => number,
): number[] {
  return [...new Set(cards.map(idOf))].filter((id) => !known.has(id));
}

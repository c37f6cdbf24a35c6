import { Body, Get, HttpCode, Post, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import { ReadsInParts } from '../../api/read-queue.interceptor.js';
import { sendDownload } from '../../api/send-download.js';
import { type CardExportRequest, ApiExportQuery, ExportQuery } from './card-export.query.js';
import { DEFAULT_COLUMNS } from './card-export.columns.js';
import { CardExportService } from './card-export.service.js';
import { IssueCardsDto } from './card.dto.js';

const TYPES = { csv: 'text/csv', txt: 'text/plain', template: 'text/plain' };

/**
 * Exports cards. The module must list this controller before the controller of single cards, which would parse the path
 * `export` as an id.
 */
@AdminApi('cards/export', 'cards')
export class CardExportController {
  constructor(private readonly cards: CardExportService) {}

  /** Exports cards as CSV, as text with a card on each line, or by the template of their application. */
  @Get()
  @ApiExportQuery()
  @ApiProduces('text/csv', 'text/plain')
  @ApiOkResponse({ schema: { type: 'string' }, description: 'A file, streamed' })
  @DocumentStatuses(404)
  @ReadsInParts()
  @Allow('operator')
  async export(
    @CurrentActor() actor: Actor,
    @ExportQuery() query: CardExportRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.send(actor, query, response, await this.cards.text(actor, query));
  }

  /**
   * Marks available cards as issued and exports exactly these cards, at most 10000, for shops that import their stock
   * from a file. Nobody else gets these cards. All of them have the same `issuedAt`, so an export with this time as its
   * filter downloads the same cards again. Cards that an order or another such export issued in the same millisecond
   * have this `issuedAt` too; cards of an order also have an `orderId`.
   */
  @Post('issue')
  @HttpCode(200)
  @ApiProduces('text/csv', 'text/plain')
  @ApiOkResponse({
    schema: { type: 'string' },
    description: 'A file, streamed',
    headers: {
      'X-Issued-Cards': { description: 'Number of cards that were marked', schema: { type: 'integer' } },
    },
  })
  @Allow('operator')
  async issue(
    @CurrentActor() actor: Actor,
    @Body() { filter, format = 'csv', columns = [...DEFAULT_COLUMNS] }: IssueCardsDto,
    @Res() response: Response,
  ): Promise<void> {
    const query = { filter, format, columns };
    const { count, text } = await this.cards.issue(actor, query);
    response.setHeader('X-Issued-Cards', count);
    await this.send(actor, query, response, text);
  }

  private async send(
    actor: Actor,
    query: CardExportRequest,
    response: Response,
    text: AsyncGenerator<string>,
  ): Promise<void> {
    const ending = query.format === 'csv' ? 'csv' : 'txt';
    const name = `${await this.cards.fileName(actor, query.filter)}.${ending}`;
    await sendDownload(response, { name, type: TYPES[query.format] }, text);
  }
}

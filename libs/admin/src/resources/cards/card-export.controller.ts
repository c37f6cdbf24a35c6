import { Get, Res } from '@nestjs/common';
import { ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import { ReadsInParts } from '../../api/read-queue.interceptor.js';
import { sendDownload } from '../../api/send-download.js';
import { type CardExportRequest, ApiExportQuery, ExportQuery } from './card-export.query.js';
import { CardExportService } from './card-export.service.js';

const TYPES = { csv: 'text/csv', txt: 'text/plain' };

/** Must precede the controller of single cards, which would parse the path `export` as an id. */
@AdminApi('cards/export', 'cards')
export class CardExportController {
  constructor(private readonly cards: CardExportService) {}

  /** Exports cards as CSV, or as text with a card on each line. */
  @Get()
  @ApiExportQuery()
  @ApiProduces(...Object.values(TYPES))
  @ApiOkResponse({ schema: { type: 'string' }, description: 'A file, streamed' })
  @DocumentStatuses(404)
  @ReadsInParts()
  @Allow('operator')
  async export(
    @CurrentActor() actor: Actor,
    @ExportQuery() query: CardExportRequest,
    @Res() response: Response,
  ): Promise<void> {
    const day = Temporal.Instant.fromEpochMilliseconds(actor.now).toString().slice(0, 10);
    const file = { name: `cards-${day}.${query.format}`, type: TYPES[query.format] };
    await sendDownload(response, file, await this.cards.text(actor, query));
  }
}

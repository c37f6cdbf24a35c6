import { Body, Get, HttpCode, Param, ParseIntPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentActor, type Actor, type AdminHttpRequest } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { ReadsBodyItself } from '../../access/reads-body-itself.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import type { Page } from '../../api/page.js';
import { ReadsInParts } from '../../api/read-queue.interceptor.js';
import { sendDownload } from '../../api/send-download.js';
import {
  CardJobDto,
  ChangeCardsDto,
  type ChangePreviewDto,
  ChangeUsersDto,
  GenerateCardsDto,
  ImportCardsDto,
  ImportStateDto,
  ReportQueryDto,
  ReportRowDto,
} from './card-job.dto.js';
import { CARD_JOB_SORTS, CardJobFilter } from './card-job.resource.js';
import { CardJobService } from './card-job.service.js';
import { reportText } from './report-text.js';

const TYPES = { json: 'application/json', csv: 'text/csv' };

/** Bulk operations on cards. A card job is done completely or not at all. */
@AdminApi('card-jobs', 'card jobs')
export class CardJobController {
  constructor(private readonly jobs: CardJobService) {}

  /** Lists card jobs. */
  @Get()
  @ApiPage(CardJobDto)
  @Allow('operator')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(CardJobFilter, CARD_JOB_SORTS) query: ListQuery<CardJobFilter>,
  ): Promise<Page<CardJobDto>> {
    return this.jobs.list(actor, query);
  }

  /** Shows a card job and its progress. */
  @Get(':id')
  @Allow('operator')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardJobDto> {
    return this.jobs.get(actor, id);
  }

  /** Lists those lines of an import that created no card or user, each with its outcome. */
  @Get(':id/report')
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({
    type: ReportRowDto,
    isArray: true,
    description: 'A row for each line that created no card or user',
  })
  @DocumentStatuses(422)
  @ReadsInParts()
  @Allow('operator')
  async report(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Query() { format = 'json' }: ReportQueryDto,
    @Res() response: Response,
  ): Promise<void> {
    const text = reportText(format, await this.jobs.report(actor, id));
    await sendDownload(response, { name: `import-${id}.${format}`, type: TYPES[format] }, text);
  }

  /** Creates cards with random keys. */
  @Post('generate')
  @DocumentStatuses(429)
  @Allow('operator')
  generate(@CurrentActor() actor: Actor, @Body() dto: GenerateCardsDto): Promise<CardJobDto> {
    return this.jobs.generate(actor, dto);
  }

  /**
   * Creates cards from a file: text with a card on each line, or CSV with a header row and the columns `card` and,
   * optionally, `note` and `batch`. At most 100000 cards in 16 MiB. Existing cards are skipped; if a line is invalid,
   * the job fails and imports nothing.
   */
  @Post('import')
  @ReadsBodyItself('text/csv', 'text/plain')
  @ApiBody({ schema: { type: 'string' } })
  @DocumentStatuses(429)
  @Allow('operator')
  import(
    @CurrentActor() actor: Actor,
    @Query() query: ImportCardsDto,
    @Req() request: AdminHttpRequest,
  ): Promise<CardJobDto> {
    return this.jobs.import(actor, query, request);
  }

  /**
   * Imports cards and users with their state from another system, by creating or updating them. The body is CSV with a
   * header row, or JSON (a list of objects, or an object in each line), and has at most 100000 rows in 16 MiB. Each row
   * has `card`, `username` or both. A row with `username` is a user; its `card` is the card that the registration
   * consumed. A row that creates a card or user needs a card type, and a row that creates a user also needs a
   * `password_hash`. An active row needs an expiry unless its card type is permanent. All other fields are optional.
   * Invalid rows are reported and skipped. `card_type` is a name. `state` is `unused`, `active` or `expired`.
   * `activated_at` and `expires_at` are ISO 8601 or seconds since 1970; times without a zone are in the application's
   * time zone. `remaining_seconds` may replace `expires_at`. `devices` are at most 100 device ids; in CSV, `;`
   * separates them. `issued` means that the card was given to a buyer, so no channel sells it. `password_hash` is
   * bcrypt with a cost of 4 to 14, or MD5 in hex. The other fields are `note`, `batch`, `frozen` and `uses_left`.
   */
  @Post('import-state')
  @ReadsBodyItself('text/csv', 'application/json')
  @ApiBody({ schema: { type: 'string' } })
  @DocumentStatuses(429)
  @Allow('operator')
  importState(
    @CurrentActor() actor: Actor,
    @Query() query: ImportStateDto,
    @Req() request: AdminHttpRequest,
  ): Promise<CardJobDto> {
    return this.jobs.importState(actor, query, request);
  }

  /**
   * Changes or deletes many cards. The actions `freeze`, `unbind` and `reset` do not revoke offline tickets: until a
   * ticket expires, its device keeps working offline.
   */
  @Post('bulk')
  @DocumentStatuses(429)
  @Allow('operator')
  change(@CurrentActor() actor: Actor, @Body() dto: ChangeCardsDto): Promise<CardJobDto> {
    return this.jobs.change(actor, 'card', dto);
  }

  /**
   * Changes many users. The actions `freeze` and `unbind` do not revoke offline tickets: until a ticket expires, its
   * device keeps working offline.
   */
  @Post('bulk-users')
  @DocumentStatuses(429)
  @Allow('operator')
  changeUsers(@CurrentActor() actor: Actor, @Body() dto: ChangeUsersDto): Promise<CardJobDto> {
    return this.jobs.change(actor, 'user', dto);
  }

  /** Shows the effects that a change of many cards would have now on sessions, devices and time. Nothing is changed. */
  @Post('bulk/preview')
  @HttpCode(200)
  @Allow('operator')
  preview(@CurrentActor() actor: Actor, @Body() dto: ChangeCardsDto): Promise<ChangePreviewDto> {
    return this.jobs.preview(actor, 'card', dto);
  }

  /** Shows the effects that a change of many users would have now. Nothing is changed. */
  @Post('bulk-users/preview')
  @HttpCode(200)
  @Allow('operator')
  previewUsers(@CurrentActor() actor: Actor, @Body() dto: ChangeUsersDto): Promise<ChangePreviewDto> {
    return this.jobs.preview(actor, 'user', dto);
  }

  /** Cancels an unfinished card job. The job then changes nothing. */
  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('operator')
  cancel(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardJobDto> {
    return this.jobs.cancel(actor, id);
  }
}

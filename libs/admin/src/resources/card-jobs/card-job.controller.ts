import { Body, Get, HttpCode, Param, ParseIntPipe, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOkResponse, ApiProduces } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { Listed } from '../../api/listed.decorator.js';
import { Listing, type ListQuery } from '../../api/list-query.js';
import { MayAnswer } from '../../api/may-answer.decorator.js';
import type { Page } from '../../api/page.js';
import { ReadsInParts } from '../../api/read-turns.interceptor.js';
import { sendDownload } from '../../api/send-download.js';
import {
  CardJobDto,
  ChangeCardsDto,
  GenerateCardsDto,
  ImportCardsDto,
  ReportQueryDto,
  ReportRowDto,
} from './card-job.dto.js';
import { CARD_JOB_SORTS, CardJobFilter } from './card-job.resource.js';
import { CardJobService } from './card-job.service.js';
import { reportText } from './report-text.js';

const TYPES = { json: 'application/json', csv: 'text/csv' };

/** Work on many cards at once, of which all is done or nothing. */
@AdminApi('card-jobs', 'card jobs')
export class CardJobController {
  constructor(private readonly jobs: CardJobService) {}

  /** Lists card jobs. */
  @Get()
  @Listed(CardJobDto)
  @Allow('operator')
  list(
    @CurrentActor() actor: Actor,
    @Listing(CardJobFilter, CARD_JOB_SORTS) query: ListQuery<CardJobFilter>,
  ): Promise<Page<CardJobDto>> {
    return this.jobs.list(actor, query);
  }

  /** Shows a card job and how far it is. */
  @Get(':id')
  @Allow('operator')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardJobDto> {
    return this.jobs.get(actor, id);
  }

  /** Tells what became of the lines of an import that made no card. */
  @Get(':id/report')
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({ type: ReportRowDto, isArray: true, description: 'A row for each of these lines' })
  @MayAnswer(422)
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

  /** Makes new cards with random keys. */
  @Post('generate')
  @MayAnswer(429)
  @Allow('operator')
  generate(@CurrentActor() actor: Actor, @Body() dto: GenerateCardsDto): Promise<CardJobDto> {
    return this.jobs.generate(actor, dto);
  }

  /**
   * Makes cards out of a file: text with a card on each line, or CSV with a header row and the columns `card` and, as
   * you like, `note` and `batch`. At most 100000 cards in 16 MiB. Cards that are there already are passed over.
   */
  @Post('import')
  @ApiConsumes('text/csv', 'text/plain')
  @ApiBody({ schema: { type: 'string' } })
  @MayAnswer(429)
  @Allow('operator')
  import(
    @CurrentActor() actor: Actor,
    @Query() query: ImportCardsDto,
    @Req() request: Request,
  ): Promise<CardJobDto> {
    return this.jobs.import(actor, query, request);
  }

  /** Changes or deletes many cards. */
  @Post('bulk')
  @MayAnswer(429)
  @Allow('operator')
  change(@CurrentActor() actor: Actor, @Body() dto: ChangeCardsDto): Promise<CardJobDto> {
    return this.jobs.change(actor, dto);
  }

  /** Stops a card job that has not ended; nothing of it is kept. */
  @Post(':id/cancel')
  @HttpCode(200)
  @Allow('operator')
  cancel(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<CardJobDto> {
    return this.jobs.cancel(actor, id);
  }
}

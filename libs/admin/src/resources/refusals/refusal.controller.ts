import { Get, Param, ParseIntPipe } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { RefusalList } from './refusal-list.service.js';
import { type RefusalTopDto, RefusalTopQuery } from './refusal-top.dto.js';
import { RefusalTop } from './refusal-top.service.js';
import { REFUSAL_SORTS, RefusalDto, RefusalFilter } from './refusal.resource.js';

/**
 * Refused requests of clients, kept for `REFUSAL_RETENTION_DAYS`. The server records refused requests that have a valid
 * signature, at endpoints whose refusals customers may ask about, such as logins, heartbeats, unbinding and recharges.
 * It also records refused actions on the customer's page. Identical requests within a minute are recorded once. Each
 * server process records at most `REFUSALS_PER_HOUR` requests per hour for each application, and at most a tenth of
 * this number from one address. The statistics count every refusal.
 */
@AdminApi('refusals', 'refused requests')
export class RefusalController {
  constructor(
    private readonly refusals: RefusalList,
    private readonly tops: RefusalTop,
  ) {}

  /** Lists refused requests. */
  @Get()
  @ApiPage(RefusalDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(RefusalFilter, REFUSAL_SORTS) query: ListQuery<RefusalFilter>,
  ): Promise<Page<RefusalDto>> {
    return this.refusals.list(actor, query);
  }

  /**
   * Shows the addresses, card and user names, devices, error codes or client versions with the most refused requests
   * that were recorded in a period of at most 30 days.
   */
  @Get('top')
  @Allow('viewer')
  top(
    @CurrentActor() actor: Actor,
    @FromQuery(RefusalTopQuery) query: RefusalTopQuery,
  ): Promise<RefusalTopDto> {
    return this.tops.get(actor, query);
  }

  /** Shows a refused request. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RefusalDto> {
    return this.refusals.get(actor, id);
  }
}

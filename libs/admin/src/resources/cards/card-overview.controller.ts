import { Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import { HolderPresence } from '../holders/holder-presence.service.js';
import { type PresenceDto, PresenceQuery } from '../holders/presence.dto.js';
import { CARD_SORTS, CardFilter, CARDS } from './card.resource.js';
import { CardTabs } from './card-tabs.service.js';
import type { CardTabsDto } from './card-tabs.dto.js';

/**
 * Counts cards, and shows the numbers of their devices and sessions. The module must list this controller before the
 * controller of single cards, which would parse the paths `counts` and `presence` as ids.
 */
@AdminApi('cards', 'cards')
export class CardOverviewController {
  constructor(
    private readonly tabs: CardTabs,
    private readonly presence: HolderPresence,
  ) {}

  /**
   * Counts the cards of an application for the tabs of the card list; `filter.applicationId` is required. `sort` and
   * `range` are ignored. Without another filter, counting stops at 10001, so 10001 means more than 10000. With another
   * filter that matches more than 10000 cards, `counts` is `null`.
   */
  @Get('counts')
  @DocumentStatuses(404)
  @Allow('viewer')
  counts(
    @CurrentActor() actor: Actor,
    @ListParams(CardFilter, CARD_SORTS) { filter }: ListQuery<CardFilter>,
  ): Promise<CardTabsDto> {
    return this.tabs.get(actor, filter);
  }

  /**
   * Shows for each card the number of bound devices, the number of live sessions and the time of the latest heartbeat.
   * Unknown ids are omitted.
   */
  @Get('presence')
  @Allow('viewer')
  getPresence(
    @CurrentActor() actor: Actor,
    @FromQuery(PresenceQuery) { ids }: PresenceQuery,
  ): Promise<PresenceDto[]> {
    return this.presence.get(actor, CARDS, ids);
  }
}

import { Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { ActivityStats } from './activity-stats.service.js';
import { HolderStats } from './holder-stats.service.js';
import {
  ActivityQuery,
  type ActivityStatsDto,
  type CardStatsDto,
  ExpiringQuery,
  type ExpiringStatsDto,
  type SessionStatsDto,
  SpanQuery,
  StatsQuery,
} from './stats.dto.js';

/** Statistics for a dashboard, of one application or of all that the caller may access. */
@AdminApi('stats', 'statistics')
export class StatsController {
  constructor(
    private readonly activityStats: ActivityStats,
    private readonly holderStats: HolderStats,
  ) {}

  /** Shows logins, activations, registrations, recharges, trials and refusals by hour or day. */
  @Get('activity')
  @Allow('viewer')
  activity(
    @CurrentActor() actor: Actor,
    @FromQuery(ActivityQuery) query: ActivityQuery,
  ): Promise<ActivityStatsDto> {
    return this.activityStats.activity(actor, query);
  }

  /** Shows live sessions over time, and now. */
  @Get('sessions')
  @Allow('viewer')
  sessions(@CurrentActor() actor: Actor, @FromQuery(SpanQuery) query: SpanQuery): Promise<SessionStatsDto> {
    return this.activityStats.sessions(actor, query);
  }

  /** Shows cards and users by state, and cards by type, at most a minute old. */
  @Get('cards')
  @Allow('viewer')
  cards(@CurrentActor() actor: Actor, @FromQuery(StatsQuery) query: StatsQuery): Promise<CardStatsDto> {
    return this.holderStats.cards(actor, query);
  }

  /** Shows cards and users that expire in the next days. */
  @Get('expiring')
  @Allow('viewer')
  expiring(
    @CurrentActor() actor: Actor,
    @FromQuery(ExpiringQuery) query: ExpiringQuery,
  ): Promise<ExpiringStatsDto> {
    return this.holderStats.expiring(actor, query);
  }
}

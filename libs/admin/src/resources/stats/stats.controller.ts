import { Get } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { ActivityStats } from './activity-stats.service.js';
import { FigureStats } from './figure-stats.service.js';
import {
  AnomalyQuery,
  type AnomalyStatsDto,
  DaysQuery,
  type DayStatsDto,
  IncomeQuery,
  type IncomeStatsDto,
} from './figures.dto.js';
import { Attention } from './attention.service.js';
import { AttentionQuery, type AttentionDto } from './attention.dto.js';
import { HolderStats } from './holder-stats.service.js';
import { OverviewQuery, type OverviewDto } from './overview.dto.js';
import { Overview } from './overview.service.js';
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
    private readonly figureStats: FigureStats,
    private readonly overviews: Overview,
    private readonly attention: Attention,
  ) {}

  /**
   * Shows the key figures of an application for a period, and for the same part of the previous period. Income is
   * `null` for roles that may not see prices.
   */
  @Get('overview')
  @Allow('viewer')
  overview(
    @CurrentActor() actor: Actor,
    @FromQuery(OverviewQuery) query: OverviewQuery,
  ): Promise<OverviewDto> {
    return this.overviews.get(actor, query);
  }

  /**
   * Shows problems that need attention: failing functions, low stock, payments without cards, addresses that guess keys
   * and, for owners, failing webhooks and notifiers.
   */
  @Get('attention')
  @Allow('viewer')
  getAttention(
    @CurrentActor() actor: Actor,
    @FromQuery(AttentionQuery) query: AttentionQuery,
  ): Promise<AttentionDto> {
    return this.attention.get(actor, query);
  }

  /** Shows logins, activations, registrations, recharges, trials and refusals by hour or day. */
  @Get('activity')
  @Allow('viewer')
  activity(
    @CurrentActor() actor: Actor,
    @FromQuery(ActivityQuery) query: ActivityQuery,
  ): Promise<ActivityStatsDto> {
    return this.activityStats.activity(actor, query);
  }

  /** Shows the number of live sessions over time, and the current number. */
  @Get('sessions')
  @Allow('viewer')
  sessions(@CurrentActor() actor: Actor, @FromQuery(SpanQuery) query: SpanQuery): Promise<SessionStatsDto> {
    return this.activityStats.sessions(actor, query);
  }

  /** Shows the number of cards and users by state, and of cards by type. The numbers are at most a minute old. */
  @Get('cards')
  @Allow('viewer')
  cards(@CurrentActor() actor: Actor, @FromQuery(StatsQuery) query: StatsQuery): Promise<CardStatsDto> {
    return this.holderStats.cards(actor, query);
  }

  /** Shows how many cards and users expire on each of the next days. */
  @Get('expiring')
  @Allow('viewer')
  expiring(
    @CurrentActor() actor: Actor,
    @FromQuery(ExpiringQuery) query: ExpiringQuery,
  ): Promise<ExpiringStatsDto> {
    return this.holderStats.expiring(actor, query);
  }

  /**
   * Shows orders, income, renewals, active cards and trials by calendar day. Income is `null` for roles that may not
   * see prices. The figures of a day are stored some minutes after its end; today's figures cover the day so far.
   */
  @Get('days')
  @Allow('viewer')
  days(@CurrentActor() actor: Actor, @FromQuery(DaysQuery) query: DaysQuery): Promise<DayStatsDto> {
    return this.figureStats.days(actor, query);
  }

  /** Shows income by calendar day, split by card type or channel. */
  @Get('income')
  @Allow('manager')
  income(@CurrentActor() actor: Actor, @FromQuery(IncomeQuery) query: IncomeQuery): Promise<IncomeStatsDto> {
    return this.figureStats.income(actor, query);
  }

  /**
   * Shows cards, users and devices that may be shared, and bursts of refusals. The server computes these anomalies at
   * the end of each day.
   */
  @Get('anomalies')
  @Allow('viewer')
  anomalies(
    @CurrentActor() actor: Actor,
    @FromQuery(AnomalyQuery) query: AnomalyQuery,
  ): Promise<AnomalyStatsDto> {
    return this.figureStats.anomalies(actor, query);
  }
}

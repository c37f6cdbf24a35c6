import { Get, Param, ParseIntPipe } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { HolderHistory } from '../holders/holder-history.service.js';
import {
  DiagnosisQuery,
  type HolderHistoryDto,
  type LoginDiagnosisDto,
} from '../holders/holder-support.dto.js';
import { LoginDiagnosis } from '../holders/login-diagnosis.service.js';
import { type TimelineDto, TimelineQuery } from '../holders/timeline.dto.js';
import { Timeline } from '../holders/timeline.service.js';
import { CARDS } from './card.resource.js';

/** Customer support for cards. */
@AdminApi('cards', 'cards')
export class CardSupportController {
  constructor(
    private readonly histories: HolderHistory,
    private readonly diagnoses: LoginDiagnosis,
    private readonly timelines: Timeline,
  ) {}

  /**
   * Shows the history of a card: the latest changes, sessions and refusals, the cards that it consumed, and the holder
   * that consumed it.
   */
  @Get(':id/history')
  @Allow('viewer')
  history(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<HolderHistoryDto> {
    return this.histories.get(actor, CARDS, id);
  }

  /**
   * Shows the timeline of a card, latest first: logins, devices, refusals, consumptions, recharges, orders, and actions
   * of administrators, API tokens and the customer. Bulk actions are included if they are among the application's
   * latest 100 and their audit record contains the card.
   */
  @Get(':id/timeline')
  @Allow('viewer')
  timeline(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @FromQuery(TimelineQuery) query: TimelineQuery,
  ): Promise<TimelineDto> {
    return this.timelines.get(actor, CARDS, id, query);
  }

  /** Predicts and explains the response to a login with a card. */
  @Get(':id/diagnosis')
  @Allow('viewer')
  diagnosis(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @FromQuery(DiagnosisQuery) { deviceId }: DiagnosisQuery,
  ): Promise<LoginDiagnosisDto> {
    return this.diagnoses.get(actor, CARDS, id, deviceId);
  }
}

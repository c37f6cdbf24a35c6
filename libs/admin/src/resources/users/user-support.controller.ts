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
import { USERS } from './user.resource.js';

/** Customer support for users. */
@AdminApi('users', 'users')
export class UserSupportController {
  constructor(
    private readonly histories: HolderHistory,
    private readonly diagnoses: LoginDiagnosis,
    private readonly timelines: Timeline,
  ) {}

  /** Shows the history of a user: the latest changes, sessions and refusals, and the cards that it consumed. */
  @Get(':id/history')
  @Allow('viewer')
  history(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<HolderHistoryDto> {
    return this.histories.get(actor, USERS, id);
  }

  /**
   * Shows the timeline of a user, latest first: logins, devices, refusals, consumptions, recharges, and actions of
   * administrators, programs and the customer. Bulk actions are included if they are among the application's latest 100
   * and their audit record contains the user.
   */
  @Get(':id/timeline')
  @Allow('viewer')
  timeline(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @FromQuery(TimelineQuery) query: TimelineQuery,
  ): Promise<TimelineDto> {
    return this.timelines.get(actor, USERS, id, query);
  }

  /** Predicts and explains the response to a login of a user with the correct password. */
  @Get(':id/diagnosis')
  @Allow('viewer')
  diagnosis(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @FromQuery(DiagnosisQuery) { deviceId }: DiagnosisQuery,
  ): Promise<LoginDiagnosisDto> {
    return this.diagnoses.get(actor, USERS, id, deviceId);
  }
}

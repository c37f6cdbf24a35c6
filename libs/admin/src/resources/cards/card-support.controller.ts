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
import { CARDS } from './card.resource.js';

/** For those who help the owner of a card. */
@AdminApi('cards', 'cards')
export class CardSupportController {
  constructor(
    private readonly histories: HolderHistory,
    private readonly diagnoses: LoginDiagnosis,
  ) {}

  /** Shows what happened to a card: the latest changes, sessions and refusals, and which card was spent on what. */
  @Get(':id/history')
  @Allow('viewer')
  history(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<HolderHistoryDto> {
    return this.histories.get(actor, CARDS, id);
  }

  /** Says what a login with a card would be answered now, and why. */
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

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { parameterError } from '@app/auth-signature';
import { Variable } from '@app/database';
import {
  CARD,
  type ClientCall,
  findHolder,
  RefusalError,
  requireFeature,
  SessionService,
} from '@app/licensing';
import { hasLength, isPrintable, toSeconds } from '@app/platform';
import { isTrial } from '../is-trial.js';
import { isValidNow } from './card-authentication.js';
import { checkValue } from './check-value.js';
import type { VariableDto } from './variable.dto.js';
import type { VariableResult } from './variable.result.js';

/** Reads variables for clients. */
@Injectable()
export class VariableService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
  ) {}

  /**
   * Returns a variable.
   * @param proof the card or the trial's session, required by a variable with card authentication or a required
   * feature, and ignored by other variables
   * @throws ParameterError 400 if a required card key is malformed
   * @throws RefusalError
   * - 10501: no such variable
   * - 10502: no card, or a card that is unknown, unused, consumed, frozen or expired
   * - 10503: the card or trial lacks the feature
   * - 10404, 10405, 10406: the trial is not logged in or has ended
   */
  async get(caller: ClientCall, key: string, proof: VariableDto): Promise<VariableResult> {
    const applicationId = caller.application.id;
    const variable = await this.dataSource.manager.findOneBy(Variable, { applicationId, key });
    if (!variable) throw new RefusalError('VARIABLE_UNKNOWN');
    if (variable.cardAuth || variable.requireFeature !== null)
      await this.requireProof(caller, variable, proof);
    const check = checkValue(variable.checkRule, variable.value);
    return { value: variable.value, time: toSeconds(caller.now), ...(check !== undefined && { check }) };
  }

  private async requireProof(caller: ClientCall, variable: Variable, proof: VariableDto): Promise<void> {
    const { cardName } = proof;
    if (cardName) {
      requireCardName(proof.kami ? 'kami' : 'card', cardName);
      await this.requireCard(caller, variable, cardName);
    } else if (!(await isTrial(this.sessions, caller, variable, proof)))
      throw new RefusalError('VARIABLE_NEEDS_CARD');
  }

  private async requireCard(
    { application, now }: ClientCall,
    variable: Variable,
    kami: string,
  ): Promise<void> {
    const card = await findHolder(this.dataSource.manager, CARD, application.id, kami);
    if (!card) throw new RefusalError('VARIABLE_CARD_UNKNOWN');
    if (!isValidNow(card, now)) throw new RefusalError('VARIABLE_NEEDS_CARD');
    requireFeature(card, variable.requireFeature);
  }
}

/** Makes the same check as `CardName`, but only for variables that require a card. Other variables accept any value. */
function requireCardName(parameter: 'kami' | 'card', text: string): void {
  if (!isPrintable(text)) throw parameterError(parameter, 'printable');
  if (!hasLength(text, 1, 64)) throw parameterError(parameter, 'length', 1, 64);
}

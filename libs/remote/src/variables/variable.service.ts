import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Variable } from '@app/database';
import { CARD, type ClientCall, findHolder, RefusalError } from '@app/licensing';
import { toSeconds } from '@app/platform';
import { isValidNow } from './card-authentication.js';
import { checkValue } from './check-value.js';
import type { VariableResult } from './variable.result.js';

/** Reads variables, which administrators write, for clients. */
@Injectable()
export class VariableService {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  /**
   * Returns a variable.
   * @param kami the card, required by a variable with card authentication and ignored by others
   * @throws RefusalError 10501, 10502 no card, or one that is unknown, unused, consumed, frozen or expired
   */
  async get(caller: ClientCall, key: string, kami: string | undefined): Promise<VariableResult> {
    const applicationId = caller.application.id;
    const variable = await this.dataSource.manager.findOneBy(Variable, { applicationId, key });
    if (!variable) throw new RefusalError('VARIABLE_UNKNOWN');
    if (variable.cardAuth) await this.requireCard(caller, kami);
    const check = checkValue(variable.checkRule, variable.value);
    return { value: variable.value, time: toSeconds(caller.now), ...(check !== undefined && { check }) };
  }

  private async requireCard({ application, now }: ClientCall, kami: string | undefined): Promise<void> {
    if (!kami) throw new RefusalError('VARIABLE_NEEDS_CARD');
    const card = await findHolder(this.dataSource.manager, CARD, application.id, kami);
    if (!card) throw new RefusalError('VARIABLE_CARD_UNKNOWN');
    if (!isValidNow(card, now)) throw new RefusalError('VARIABLE_NEEDS_CARD');
  }
}

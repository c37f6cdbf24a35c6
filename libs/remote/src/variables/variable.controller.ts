import { Get } from '@nestjs/common';
import {
  type Caller,
  ClientApi,
  FromCaller,
  FromParameters,
  Refuses,
  RemoteNameFromPath,
} from '@app/auth-signature';
import { VariableDto } from './variable.dto.js';
import type { VariableResult } from './variable.result.js';
import { VariableService } from './variable.service.js';

/** Refusals of a variable. */
export const VARIABLE_REFUSALS = [
  'VARIABLE_UNKNOWN',
  'VARIABLE_NEEDS_CARD',
  'VARIABLE_CARD_UNKNOWN',
  'FEATURE_MISSING',
  'TRIAL_SESSION_INVALID',
  'TRIAL_OVER',
  'TRIAL_INTERVAL_OVER',
] as const;

/** Remote variables (contract: Endpoints, Remote). */
@ClientApi('remote/variables')
export class VariableController {
  constructor(private readonly variables: VariableService) {}

  /** Returns a variable. */
  @Get(':key')
  @Refuses(...VARIABLE_REFUSALS)
  get(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() parameters: VariableDto,
  ): Promise<VariableResult> {
    return this.variables.get(caller, key, parameters);
  }
}

import { HttpCode, Post } from '@nestjs/common';
import {
  type Caller,
  ClientApi,
  FromCaller,
  FromParameters,
  Refuses,
  RemoteNameFromPath,
} from '@app/auth-signature';
import { CallFunctionDto } from './function.dto.js';
import type { FunctionResult } from './function.result.js';
import { FunctionService } from './function.service.js';

/** Refusals of a function call. */
export const FUNCTION_REFUSALS = [
  'FUNCTION_UNKNOWN',
  'FUNCTION_PARAMS',
  'SESSION_INVALID',
  'CARD_EXPIRED',
  'USER_EXPIRED',
  'FEATURE_MISSING',
  'USES_INSUFFICIENT',
  'TRIAL_SESSION_INVALID',
  'TRIAL_OVER',
  'TRIAL_INTERVAL_OVER',
  'FUNCTION_FAILED',
] as const;

/** Remote functions (contract: Endpoints, Remote). */
@ClientApi('remote/functions')
export class FunctionController {
  constructor(private readonly functions: FunctionService) {}

  /** Calls a function on the server. */
  @Post(':name/call')
  @HttpCode(200)
  @Refuses(...FUNCTION_REFUSALS)
  call(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('name') name: string,
    @FromParameters() parameters: CallFunctionDto,
  ): Promise<FunctionResult> {
    return this.functions.call(caller, name, parameters);
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { hash } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type LicenceHolder, RemoteFunction } from '@app/database';
import {
  type ClientCall,
  ConsumeService,
  type Consumed,
  isExpired,
  partyOf,
  RefusalError,
  requireFeature,
  SessionService,
} from '@app/licensing';
import { isJsonList, ServiceUnavailableError } from '@app/platform';
import { type CallReport, PoolBusyError } from '@app/sandbox';
import { UsageLog } from '@app/usage';
import { FunctionCallLog } from './function-call-log.js';
import type { CallFunctionDto } from './function.dto.js';
import type { FunctionResult } from './function.result.js';
import { FunctionRunner } from './function-runner.js';
import { type FunctionCaller, requireCaller } from './require-caller.js';

/** Runs stored functions for clients. */
@Injectable()
export class FunctionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly runner: FunctionRunner,
    private readonly calls: FunctionCallLog,
    private readonly usage: UsageLog,
    private readonly sessions: SessionService,
    private readonly uses: ConsumeService,
  ) {}

  /**
   * Calls a function and returns the JSON text of its result. After the function has run, one transaction consumes the
   * uses that the call costs and records the result. A failed call consumes no uses, and a client never gets a result
   * without consuming the uses.
   * @throws RefusalError
   * - 10541: no such function
   * - 10542: `params` is not an array
   * - 10543: the function failed; the message ends with the reason
   * - for a function that costs uses or requires a feature, also the codes of `ConsumeService.preview`
   * - for a call by a trial, also 10404, 10405, 10406 and 10503
   * @throws ParameterError 400 if the function requires a caller and a parameter is missing or malformed
   * @throws ServiceUnavailableError when too many calls are waiting, or the sandbox does not start
   */
  async call(call: ClientCall, name: string, parameters: CallFunctionDto): Promise<FunctionResult> {
    const { params = '[]' } = parameters;
    const where = { applicationId: call.application.id, name, enabled: true };
    const stored = await this.dataSource.manager.findOneBy(RemoteFunction, where);
    if (!stored) throw new RefusalError('FUNCTION_UNKNOWN');
    if (!isJsonList(params)) throw new RefusalError('FUNCTION_PARAMS');
    const caller = await requireCaller(this.sessions, call, stored, parameters);
    if (caller && stored.cost > 0) return this.callPaid(call, stored, params, caller);
    if (caller) await this.requireFeature(call, stored, caller);
    return { return: await this.valueOf(call, stored, params) };
  }

  private async requireFeature(
    { now }: ClientCall,
    stored: RemoteFunction,
    { kind, session }: FunctionCaller,
  ): Promise<void> {
    if (isExpired(session, now)) throw new RefusalError(kind.refusals.expired);
    // The cached session does not contain features: it is kept small, since every heartbeat reads it.
    const holder = await this.dataSource.manager.findOne<LicenceHolder>(kind.entity, {
      select: { id: true, features: true },
      where: { id: session.holderId },
    });
    if (!holder) throw new RefusalError('SESSION_INVALID');
    requireFeature(holder, stored.requireFeature);
  }

  private async callPaid(
    call: ClientCall,
    stored: RemoteFunction,
    params: string,
    { kind, session, requestId }: FunctionCaller,
  ): Promise<FunctionResult> {
    const request = {
      requestId,
      functionName: stored.name,
      paramsHash: hash('sha256', params, 'base64url'),
      amount: stored.cost,
      value: null,
    };
    const earlier = await this.uses.preview(kind, call, session, request, stored.requireFeature);
    if (earlier) return resultOf(earlier);
    const value = await this.valueOf(call, stored, params);
    return resultOf(await this.uses.take(kind, call, session, { ...request, value }));
  }

  private async valueOf(call: ClientCall, stored: RemoteFunction, params: string): Promise<string> {
    const report = await this.run(stored, call, params);
    const { outcome } = report;
    this.calls.add(stored, report, call.now);
    this.usage.functionCalled(stored, !outcome.ok, call.now);
    if (!outcome.ok) throw new RefusalError('FUNCTION_FAILED', outcome.reason);
    return outcome.value;
  }

  private async run(stored: RemoteFunction, caller: ClientCall, params: string): Promise<CallReport> {
    const { application, now } = caller;
    const { applicationId, name, source, timeoutMs, memoryMb } = stored;
    const runnable = { applicationId, appKey: application.appKey, name, source, timeoutMs, memoryMb };
    try {
      return await this.runner.run(partyOf(caller), runnable, params, now);
    } catch (error) {
      if (error instanceof PoolBusyError)
        throw new ServiceUnavailableError('too many function calls are waiting');
      throw error;
    }
  }
}

function resultOf({ value, usesLeft }: Consumed): FunctionResult {
  return { return: value!, uses_left: usesLeft };
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { RemoteFunction } from '@app/database';
import { type ClientCall, partyOf, RefusalError } from '@app/licensing';
import { isJsonList, ServiceUnavailableError } from '@app/platform';
import { type CallReport, PoolBusyError } from '@app/sandbox';
import { FunctionCallLog } from './function-call-log.js';
import { FunctionRunner } from './function-runner.js';

/** Runs stored functions for clients. */
@Injectable()
export class FunctionService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly runner: FunctionRunner,
    private readonly calls: FunctionCallLog,
  ) {}

  /**
   * Calls a function and returns the JSON text of its result.
   * @param params JSON text of an array
   * @throws RefusalError 10541 no such function, 10542 `params` is not an array, 10543 the function failed, with the
   * reason appended
   * @throws ServiceUnavailableError when too many calls are waiting
   */
  async call(caller: ClientCall, name: string, params = '[]'): Promise<{ return: string }> {
    const where = { applicationId: caller.application.id, name, enabled: true };
    const stored = await this.dataSource.manager.findOneBy(RemoteFunction, where);
    if (!stored) throw new RefusalError('FUNCTION_UNKNOWN');
    if (!isJsonList(params)) throw new RefusalError('FUNCTION_PARAMS');

    const report = await this.run(stored, caller, params);
    this.calls.add(stored, report, caller.now);
    const { outcome } = report;
    if (!outcome.ok) throw new RefusalError('FUNCTION_FAILED', outcome.reason);
    return { return: outcome.value };
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

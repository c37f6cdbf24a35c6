import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { type Caller, ClientError, ClientHttpError } from '@app/auth-signature';
import { RemoteFunction } from '@app/database';
import { AppConfig, isJsonList, toSeconds } from '@app/platform';
import { type CallReport, type FunctionCall, FunctionPool, PoolBusyError } from '@app/sandbox';

/** Runs stored functions for clients. */
@Injectable()
export class FunctionService {
  private readonly logger = new Logger(FunctionService.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly pool: FunctionPool,
    private readonly config: AppConfig,
  ) {}

  /**
   * Calls a function and gives the JSON text of what it returned.
   * @param params JSON text of a list
   * @throws ClientError 10541 no such function, 10542 params are no list, 10543 it failed, the reason behind the words
   * @throws ClientHttpError 503 when too many calls are waiting
   */
  async call(caller: Caller, name: string, params = '[]'): Promise<{ return: string }> {
    const { application } = caller;
    const where = { applicationId: application.id, name, enabled: true };
    const stored = await this.dataSource.manager.findOneBy(RemoteFunction, where);
    if (!stored) throw new ClientError('FUNCTION_UNKNOWN');
    if (!isJsonList(params)) throw new ClientError('FUNCTION_PARAMS');

    const { outcome, ...effort } = await this.run(this.toCall(stored, caller, params));
    this.logger.debug({
      msg: `Function ${name} was called`,
      app_key: application.appKey,
      ok: outcome.ok,
      ...effort,
    });
    if (!outcome.ok) throw new ClientError('FUNCTION_FAILED', outcome.reason);
    return { return: outcome.value };
  }

  private async run(call: FunctionCall): Promise<CallReport> {
    try {
      return await this.pool.run(call);
    } catch (error) {
      if (error instanceof PoolBusyError) throw new ClientHttpError(503);
      throw error;
    }
  }

  private toCall(stored: RemoteFunction, { application, now }: Caller, params: string): FunctionCall {
    const { functions: limits } = this.config;
    const { id, version, name, source } = stored;
    const memoryMb = Math.min(stored.memoryMb ?? limits.memoryMb, limits.memoryMb);
    const context = { app_key: application.appKey, function: name, server_time: toSeconds(now) };
    return {
      owner: stored.applicationId,
      key: `${id}:${version}:${memoryMb}`,
      name,
      source,
      params,
      context: JSON.stringify(context),
      timeoutMs: Math.min(stored.timeoutMs ?? limits.timeoutMs, limits.timeoutMs),
      memoryMb,
    };
  }
}

import { Injectable } from '@nestjs/common';
import { hash } from 'node:crypto';
import { AppConfig, type Party, toSeconds } from '@app/platform';
import {
  type CallLimits,
  callLimits,
  type CallReport,
  type DefinitionFault,
  definitionFault,
  definitionLimits,
  type FunctionLimits,
  FunctionPool,
} from '@app/sandbox';

/** A function to run, stored or not. */
export interface RunnableFunction extends FunctionLimits {
  readonly applicationId: number;
  /** Visible to the function as `context.app_key`. */
  readonly appKey: string;
  /** Name of the function that the source defines. */
  readonly name: string;
  readonly source: string;
}

/** Runs functions within the server's limits. */
@Injectable()
export class FunctionRunner {
  /**
   * Calls since the process started, by outcome; `refused`: no worker could take the call, usually because too many
   * calls were waiting.
   */
  readonly calls = { ok: 0, failed: 0, refused: 0 };

  constructor(
    private readonly pool: FunctionPool,
    private readonly config: AppConfig,
  ) {}

  /**
   * Runs a function. If the function fails, the returned report contains the failure; no error is thrown.
   * @param party the party on whose behalf the function runs
   * @param params JSON text of an array
   * @param now epoch milliseconds
   * @throws PoolBusyError when too many calls are waiting
   */
  async run(party: Party, runnable: RunnableFunction, params: string, now: number): Promise<CallReport> {
    try {
      const limits = callLimits(runnable, this.config.functions);
      const report = await this.runInPool(party, runnable, params, now, limits);
      this.calls[report.outcome.ok ? 'ok' : 'failed'] += 1;
      return report;
    } catch (error) {
      this.calls.refused += 1;
      throw error;
    }
  }

  /**
   * Explains why a source does not define its function. Returns `undefined` if it defines the function. The function is
   * not called.
   * @param party the party that waits
   * @param now epoch milliseconds
   * @throws PoolBusyError when too many calls are waiting, or the sandbox does not start
   */
  async definitionFault(
    party: Party,
    runnable: Omit<RunnableFunction, 'timeoutMs'>,
    now: number,
  ): Promise<DefinitionFault | undefined> {
    const limits = definitionLimits(runnable, this.config.functions);
    return definitionFault(runnable.name, await this.runInPool(party, runnable, null, now, limits));
  }

  private runInPool(
    party: Party,
    { applicationId, appKey, name, source }: Omit<RunnableFunction, keyof FunctionLimits>,
    params: string | null,
    now: number,
    limits: CallLimits,
  ): Promise<CallReport> {
    const context = { app_key: appKey, function: name, server_time: toSeconds(now) };
    return this.pool.run({
      party,
      // The key includes the source. Otherwise a call of the stored function could run a source that an administrator
      // is testing.
      key: `${applicationId}:${name}:${limits.memoryMb}:${hash('sha256', source, 'base64url')}`,
      name,
      source,
      params,
      context: JSON.stringify(context),
      ...limits,
    });
  }
}

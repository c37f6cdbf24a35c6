import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Application } from '@app/database';
import { FunctionRunner, type RunnableFunction } from '@app/remote';
import { type CallReport, PoolBusyError, SandboxDownError } from '@app/sandbox';
import { type Actor, partyOf } from '../../access/actor.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { CrudService, requireOwnApplication } from '../../crud/crud.service.js';
import { FUNCTIONS } from './function.resource.js';
import { syntaxFault } from './syntax-fault.js';
import type { FunctionTestDto, TestSourceDto } from './function-test.dto.js';

type Tested = Omit<RunnableFunction, 'appKey'>;

/** Runs functions for their authors, in the same sandbox and under the same limits as calls of clients. */
@Injectable()
export class FunctionTester {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly runner: FunctionRunner,
  ) {}

  /**
   * @param params JSON text of a list
   * @throws AdminError 404; 503 when too many calls are waiting
   */
  async testSaved(actor: Actor, id: number, params?: string): Promise<FunctionTestDto> {
    return this.run(actor, await this.crud.get(actor, FUNCTIONS, id), params);
  }

  /** @throws AdminError 422; 503 when too many calls are waiting */
  async testSource(actor: Actor, { params, ...dto }: TestSourceDto): Promise<FunctionTestDto> {
    await requireOwnApplication(this.dataSource.manager, actor, dto.applicationId);
    const { timeoutMs = null, memoryMb = null, ...rest } = dto;
    return this.run(actor, { ...rest, timeoutMs, memoryMb }, params);
  }

  /**
   * Refuses a source that does not define a function of the given name, since all calls would fail. The source is run
   * in the sandbox, within the server's time limit; the function is not called.
   * @throws AdminError 422; 503 when too many calls are waiting, or the sandbox does not start
   */
  async requireDefinition(actor: Actor, { applicationId, name, source, memoryMb }: Tested) {
    await requireOwnApplication(this.dataSource.manager, actor, applicationId);
    const definition = { applicationId, name, source, memoryMb, appKey: '' };
    const broken = syntaxFault(source);
    if (broken) throw invalid({ source: broken });
    const fault = await inSandbox(() => this.runner.definitionFault(partyOf(actor), definition, actor.now));
    if (!fault) return;
    const { reason } = fault;
    throw invalid({
      source: fault.isMissing ? problem('function_missing', { name }) : problem('function_fails', { reason }),
    });
  }

  private async run(actor: Actor, tested: Tested, params = '[]'): Promise<FunctionTestDto> {
    const { appKey } = await this.dataSource.manager.findOneByOrFail(Application, {
      id: tested.applicationId,
    });
    const runnable = { ...tested, appKey };
    return describe(await inSandbox(() => this.runner.run(partyOf(actor), runnable, params, actor.now)));
  }
}

/** @throws AdminError 503 */
async function inSandbox<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SandboxDownError) throw refusal('sandbox_unavailable');
    if (error instanceof PoolBusyError) throw refusal('too_many_calls');
    throw error;
  }
}

function describe({ outcome, console, durationMs, heapBytes }: CallReport): FunctionTestDto {
  const ended = outcome.ok ? { ok: true, value: outcome.value } : { ok: false, error: outcome.reason };
  return { ...ended, console: [...console], durationMs, heapBytes };
}

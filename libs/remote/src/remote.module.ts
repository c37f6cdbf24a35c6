import { Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { AppConfig } from '@app/platform';
import { FunctionPool, maxWaitMs, workerRssBytes } from '@app/sandbox';
import { DataController } from './data/data.controller.js';
import { DataService } from './data/data.service.js';
import { FunctionCallLog } from './functions/function-call-log.js';
import { FunctionController } from './functions/function.controller.js';
import { FunctionRunner } from './functions/function-runner.js';
import { FunctionService } from './functions/function.service.js';
import { VariableController } from './variables/variable.controller.js';
import { VariableService } from './variables/variable.service.js';

/**
 * Function workers end after this many milliseconds without a call. The next call then waits for a worker to start. The
 * time is long, so that occasional calls do not have to wait.
 */
const IDLE_MS = 300_000;

/** Server-side variables, data and functions for clients. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [VariableController, DataController, FunctionController],
  providers: [
    VariableService,
    DataService,
    FunctionService,
    FunctionRunner,
    FunctionCallLog,
    {
      provide: FunctionPool,
      inject: [AppConfig],
      useFactory: ({ functions }: AppConfig) =>
        new FunctionPool({
          workers: functions.workers,
          maxQueue: functions.queue,
          maxQueueBytes: functions.queueBytes,
          callsPerWorker: functions.callsPerWorker,
          workerRssBytes: workerRssBytes(functions.memoryMb),
          idleMs: IDLE_MS,
          maxWaitMs: maxWaitMs(functions.timeoutMs),
          warn: (message) => new Logger(FunctionPool.name).warn(message),
        }),
    },
  ],
  exports: [DataService, FunctionPool, FunctionRunner, FunctionService, VariableService],
})
export class RemoteModule implements OnApplicationShutdown {
  constructor(private readonly pool: FunctionPool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.stop();
  }
}

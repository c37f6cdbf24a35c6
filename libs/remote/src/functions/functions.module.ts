import { Logger, Module, type OnApplicationShutdown } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { AppConfig } from '@app/platform';
import { FunctionPool } from '@app/sandbox';
import { FunctionController } from './function.controller.js';
import { FunctionService } from './function.service.js';

const WORKER_RSS_BYTES = 256 * 1024 * 1024;

@Module({
  imports: [AuthSignatureModule],
  controllers: [FunctionController],
  providers: [
    FunctionService,
    {
      provide: FunctionPool,
      inject: [AppConfig],
      useFactory: ({ functions }: AppConfig) =>
        new FunctionPool({
          workers: functions.workers,
          maxQueue: functions.queue,
          callsPerWorker: functions.callsPerWorker,
          workerRssBytes: WORKER_RSS_BYTES + functions.memoryMb * 1024 * 1024,
          warn: (message) => new Logger(FunctionPool.name).warn(message),
        }),
    },
  ],
})
export class FunctionsModule implements OnApplicationShutdown {
  constructor(private readonly pool: FunctionPool) {}

  async onApplicationShutdown(): Promise<void> {
    await this.pool.stop();
  }
}

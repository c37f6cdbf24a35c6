import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GracefulStop } from '../graceful-stop.js';
import { HealthController } from './health.controller.js';

@Module({
  // The code that uses a dependency logs its failure once; probes do not log it again.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [GracefulStop],
})
export class HealthModule {}

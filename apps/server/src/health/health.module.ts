import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GracefulStop } from '../graceful-stop.js';
import { HealthController } from './health.controller.js';

@Module({
  // If the database or another dependency fails, the code that uses it logs this once; probes do not log it again.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [GracefulStop],
})
export class HealthModule {}

import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GracefulStop } from '../graceful-stop.js';
import { HealthController } from './health.controller.js';

@Module({
  // A failing dependency is logged once by its owner, not by every probe.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [GracefulStop],
})
export class HealthModule {}

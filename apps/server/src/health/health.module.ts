import { Module } from '@nestjs/common';
import { TerminusModule } from '@nestjs/terminus';
import { GracefulStop } from '../graceful-stop.js';
import { HealthController } from './health.controller.js';

@Module({
  // Whatever does not answer tells the log once, not each time that somebody looks.
  imports: [TerminusModule.forRoot({ logger: false })],
  controllers: [HealthController],
  providers: [GracefulStop],
})
export class HealthModule {}

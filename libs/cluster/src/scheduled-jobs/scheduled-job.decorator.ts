import { DiscoveryService } from '@nestjs/core';

export interface Schedule {
  /** Name in metrics: lower case and hyphens. */
  readonly name: string;
  /** Milliseconds between the starts of two runs. A run that takes longer delays the next run. */
  readonly everyMs: number;
  /** Text logged on failure, before the reason. */
  readonly failure: string;
  /** If true, only one of the processes that share the database runs the job. */
  readonly leaderOnly?: boolean;
}

/** Makes a provider's method a job that the running server starts at regular intervals. */
export const ScheduledJob = DiscoveryService.createDecorator<Schedule>();

import { DiscoveryService } from '@nestjs/core';

export interface Schedule {
  /** Name in metrics: lower case and hyphens. */
  readonly name: string;
  /** Time between two runs. A run that takes longer delays the next one. */
  readonly everyMs: number;
  /** Text logged on failure, before the reason. */
  readonly failure: string;
  /** Runs in one of the processes that share a database, instead of in all. */
  readonly leaderOnly?: boolean;
}

/** Makes a provider's method a job that the server runs at intervals, from its start until it stops. */
export const ScheduledJob = DiscoveryService.createDecorator<Schedule>();

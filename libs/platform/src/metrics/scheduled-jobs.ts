import { Injectable, type Logger } from '@nestjs/common';
import { Clock } from '../clock/clock.js';
import { logFailure } from '../service-unavailable-error.js';
import type { Metric } from './metric.js';

/** A job that a process runs repeatedly. */
export interface Work {
  /** Lower case and hyphens. */
  readonly job: string;
  readonly logger: Logger;
  /** Text logged on failure, before the reason. */
  readonly fault: string;
}

interface Runs {
  failures: number;
  /** Epoch milliseconds at which the last run ended; 0 before the first. */
  lastAt: number;
  lastSuccessAt: number;
  lastMs: number;
}

/** Runs scheduled jobs: logs failures without stopping the schedule, and keeps the outcome for operators. */
@Injectable()
export class ScheduledJobs {
  private readonly jobs = new Map<string, Runs>();

  constructor(private readonly clock: Clock) {}

  async run({ job, logger, fault }: Work, work: () => Promise<unknown>): Promise<void> {
    const runs = this.jobs.get(job) ?? { failures: 0, lastAt: 0, lastSuccessAt: 0, lastMs: 0 };
    this.jobs.set(job, runs);
    const started = performance.now();
    try {
      await work();
      runs.lastSuccessAt = this.clock.now();
    } catch (error) {
      runs.failures += 1;
      logFailure(logger, fault, error);
    }
    runs.lastAt = this.clock.now();
    runs.lastMs = performance.now() - started;
  }

  metrics(): Metric[] {
    const of = (value: (runs: Runs) => number) =>
      [...this.jobs].map(([job, runs]) => ({ value: value(runs), labels: { name: job } }));
    return [
      {
        name: 'latchkey_job_last_run_timestamp_seconds',
        help: 'Time of the last run of a scheduled job, successful or not. Shared jobs run in one process.',
        type: 'gauge',
        samples: of(({ lastAt }) => lastAt / 1000),
      },
      {
        name: 'latchkey_job_last_success_timestamp_seconds',
        help: 'Time of the last successful run of a scheduled job; 0: none yet.',
        type: 'gauge',
        samples: of(({ lastSuccessAt }) => lastSuccessAt / 1000),
      },
      {
        name: 'latchkey_job_last_duration_seconds',
        help: 'Duration of the last run of a scheduled job.',
        type: 'gauge',
        samples: of(({ lastMs }) => lastMs / 1000),
      },
      {
        name: 'latchkey_job_failures_total',
        help: 'Failed runs of a scheduled job; see the log for the reasons.',
        type: 'counter',
        samples: of(({ failures }) => failures),
      },
    ];
  }
}

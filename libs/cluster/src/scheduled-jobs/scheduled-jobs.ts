import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { SchedulerRegistry } from '@nestjs/schedule';
import { Clock, counter, gauge, logFailure, type Metric } from '@app/platform';
import { Leader } from '../leader.js';
import { type Schedule, ScheduledJob } from './scheduled-job.decorator.js';

interface Job extends Schedule {
  readonly work: () => Promise<unknown>;
  readonly logger: Logger;
  running: number;
  /** Number of runs started. */
  runs: number;
  failures: number;
  /** Epoch milliseconds at which the last run ended; 0 before the first run. */
  lastAt: number;
  lastSuccessAt: number;
  lastMs: number;
}

/**
 * Runs the methods marked with `@ScheduledJob`. A failed run is logged and does not stop the schedule. Outcomes are
 * recorded for metrics.
 */
@Injectable()
export class ScheduledJobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly jobs = new Map<string, Job>();

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly methods: MetadataScanner,
    private readonly scheduler: SchedulerRegistry,
    private readonly leader: Leader,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    for (const provider of this.discovery.getProviders()) {
      const instance: unknown = provider.instance;
      if (typeof instance !== 'object' || instance === null) continue;
      for (const method of this.methods.getAllMethodNames(Object.getPrototypeOf(instance) as object | null)) {
        const schedule = this.discovery.getMetadataByDecorator(ScheduledJob, provider, method);
        if (schedule) this.add(schedule, instance as Record<string, () => Promise<unknown>>, method);
      }
    }
  }

  onApplicationBootstrap(): void {
    for (const job of this.jobs.values()) {
      this.scheduler.addInterval(
        job.name,
        setInterval(() => this.runScheduled(job), job.everyMs),
      );
    }
  }

  beforeApplicationShutdown(): void {
    this.stop();
  }

  /** Stops the schedule. Runs in progress are completed. */
  stop(): void {
    for (const name of this.scheduler.getIntervals()) this.scheduler.deleteInterval(name);
  }

  /** Runs a job outside its schedule. A failure is logged. */
  async run(name: string): Promise<void> {
    await this.attempt(this.jobs.get(name)!);
  }

  metrics(): Metric[] {
    const begun = [...this.jobs.values()].filter(({ runs }) => runs > 0);
    const of = (value: (job: Job) => number) =>
      begun.map((job) => ({ value: value(job), labels: { name: job.name } }));
    return [
      gauge(
        'latchkey_job_last_run_timestamp_seconds',
        'Time of the last run of a scheduled job, successful or not. Shared jobs run in one process.',
        of(({ lastAt }) => lastAt / 1000),
      ),
      gauge(
        'latchkey_job_last_success_timestamp_seconds',
        'Time of the last successful run of a scheduled job; 0 if there was none yet.',
        of(({ lastSuccessAt }) => lastSuccessAt / 1000),
      ),
      gauge(
        'latchkey_job_last_duration_seconds',
        'Duration of the last run of a scheduled job.',
        of(({ lastMs }) => lastMs / 1000),
      ),
      counter(
        'latchkey_job_failures_total',
        'Failed runs of a scheduled job; see the log for the reasons.',
        of(({ failures }) => failures),
      ),
    ];
  }

  private add(schedule: Schedule, provider: Record<string, () => Promise<unknown>>, method: string): void {
    this.jobs.set(schedule.name, {
      ...schedule,
      work: () => provider[method]!(),
      logger: new Logger(provider.constructor.name),
      running: 0,
      runs: 0,
      failures: 0,
      lastAt: 0,
      lastSuccessAt: 0,
      lastMs: 0,
    });
  }

  private runScheduled(job: Job): void {
    if (job.running > 0 || (job.leaderOnly && !this.leader.isLeader)) return;
    void this.attempt(job);
  }

  private async attempt(job: Job): Promise<void> {
    job.running += 1;
    job.runs += 1;
    const started = performance.now();
    try {
      await job.work();
      job.lastSuccessAt = this.clock.now();
    } catch (error) {
      job.failures += 1;
      logFailure(job.logger, job.failure, error);
    }
    job.running -= 1;
    job.lastAt = this.clock.now();
    job.lastMs = performance.now() - started;
  }
}

import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import {
  type AppConfig,
  counter,
  errorMessage,
  type Metric,
  PlatformModule,
  StartupQuietLogger,
} from '@app/platform';
import { MetricsEndpoint } from './metrics/metrics-endpoint.js';
import { askWorkers } from './metrics/worker-metrics.js';
import { restartDelayMs } from './restart-delay.js';

/** Time within which a process must exit after it has stopped accepting requests. */
const STOP_WITHIN_MS = 20_000;

/** Starts the server processes of `WORKERS`, which share the port, and restarts those that die. */
export class Supervisor {
  private readonly logger = new Logger(Supervisor.name);
  /** The processes by slot. A slot is empty from a process's death until its successor starts. */
  private readonly workers: (Worker | undefined)[];
  private restarts = 0;
  private isStopping = false;
  private ready = 0;

  private readonly stopWithinMs: number;

  private constructor({ processes, http }: AppConfig) {
    this.workers = Array.from({ length: processes.workers }, () => undefined);
    this.stopWithinMs = STOP_WITHIN_MS + (http.drainSeconds ?? 0) * 1000;
  }

  static async start(config: AppConfig): Promise<void> {
    const platform = PlatformModule.forRoot(config);
    const context = await NestFactory.createApplicationContext(platform, { bufferLogs: true });
    context.useLogger(context.get(StartupQuietLogger));
    const supervisor = new Supervisor(config);
    if (config.metrics.port !== undefined) {
      await new MetricsEndpoint(config.metrics, () => supervisor.metrics()).listen();
    }
    await supervisor.run();
  }

  private async run(): Promise<void> {
    cluster.setupPrimary({
      exec: join(import.meta.dirname, 'main.js'),
      args: [],
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.stop());
    // First starts a single process, which creates the tables. If it cannot start, the supervisor exits, since the
    // other processes would fail for the same reason.
    const first = this.fork(0);
    const giveUp = (code: number) => process.exit(this.isStopping ? 0 : code || 1);
    first.once('exit', giveUp);
    await once(first, 'listening');
    first.off('exit', giveUp);
    void this.keep(0, first);
    for (let place = 1; place < this.workers.length; place++) void this.keep(place);
  }

  private async metrics(): Promise<Metric[]> {
    const restarts = 'Restarts of server processes (WORKERS).';
    return [
      counter('latchkey_worker_restarts_total', restarts, this.restarts),
      ...(await askWorkers(this.workers)),
    ];
  }

  private fork(place: number): Worker {
    const worker = cluster.fork();
    this.workers[place] = worker;
    worker.once('exit', () => (this.workers[place] = undefined));
    worker.once('listening', () => {
      this.ready += 1;
      if (this.ready === this.workers.length)
        this.logger.log(`All ${this.workers.length} server processes are ready`);
    });
    return worker;
  }

  /**
   * Replaces a worker when it dies or cannot be started.
   * @param first a worker that already runs; `undefined` to start one
   */
  private async keep(place: number, first?: Worker): Promise<void> {
    let worker = first;
    for (let quickDeaths = 0; ; worker = undefined) {
      const started = performance.now();
      const cause = await this.endOf(place, worker);
      if (this.isStopping) return;
      const pause = restartDelayMs(performance.now() - started, quickDeaths);
      quickDeaths = pause > 0 ? quickDeaths + 1 : 0;
      this.logger.error(`A server process died (${cause}); starting another in ${pause} ms`);
      await setTimeout(pause);
      if (this.isStopping) return;
      this.restarts += 1;
    }
  }

  /** Waits until a worker dies or cannot be started. Returns the cause. */
  private async endOf(place: number, worker?: Worker): Promise<string> {
    try {
      return await deathOf(worker ?? this.fork(place));
    } catch (error) {
      this.workers[place] = undefined;
      return errorMessage(error);
    }
  }

  /** Stops all workers. They may be stopping already, since a terminal sends the signal of Ctrl+C to them too. */
  private stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    const living = this.workers.filter((worker) => worker !== undefined);
    const ends = living.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of living) worker.process.kill('SIGTERM');
    const late = setTimeout(this.stopWithinMs, undefined, { ref: false }).then(() => {
      for (const worker of living) if (!worker.isDead()) worker.process.kill('SIGKILL');
    });
    void Promise.race([Promise.all(ends), late]).then(() => process.exit(0));
  }
}

/** Waits until a worker exits. Throws if the system could not start it. */
function deathOf(worker: Worker): Promise<string> {
  return new Promise((resolve, reject) => {
    worker.once('exit', (code: number, signal: string) => resolve(signal || `exit code ${code}`));
    // Other errors, such as a message that could not be sent, do not end the worker.
    worker.on('error', (error) => worker.process.pid === undefined && reject(error));
  });
}

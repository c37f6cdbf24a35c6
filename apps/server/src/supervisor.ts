import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import cluster, { type Worker } from 'node:cluster';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { type AppConfig, PlatformModule, StartupQuietLogger } from '@app/platform';
import { pauseAfter } from './restart-pause.js';

/** A process that has not stopped by then, when it had no requests to take any more, does not. */
const STOP_WITHIN_MS = 20_000;

/** Starts the server processes of `WORKERS`, which share the port, and starts those again that die. */
export class Supervisor {
  private readonly logger = new Logger(Supervisor.name);
  private readonly living = new Set<Worker>();
  private isStopping = false;
  private ready = 0;

  private readonly count: number;
  private readonly stopWithinMs: number;

  private constructor({ processes, http }: AppConfig) {
    this.count = processes.workers;
    this.stopWithinMs = STOP_WITHIN_MS + (http.drainSeconds ?? 0) * 1000;
  }

  static async start(config: AppConfig): Promise<void> {
    const platform = PlatformModule.forRoot(config);
    const context = await NestFactory.createApplicationContext(platform, { bufferLogs: true });
    context.useLogger(context.get(StartupQuietLogger));
    await new Supervisor(config).run();
  }

  private async run(): Promise<void> {
    cluster.setupPrimary({
      exec: join(import.meta.dirname, 'main.js'),
      args: [],
      execArgv: [...process.execArgv, '--enable-source-maps'],
    });
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => this.stop());
    // One first: it makes the tables, and what keeps it from starting would keep the others.
    const first = this.fork();
    await new Promise<void>((resolve) => {
      first.once('listening', () => resolve());
      first.once('exit', (code: number) => process.exit(this.isStopping ? 0 : code || 1));
    });
    first.removeAllListeners('exit');
    void this.keep(first);
    for (let started = 1; started < this.count; started++) void this.keep(this.fork());
  }

  private fork(): Worker {
    const worker = cluster.fork();
    this.living.add(worker);
    worker.once('exit', () => this.living.delete(worker));
    worker.once('listening', () => {
      this.ready += 1;
      if (this.ready === this.count) this.logger.log(`All ${this.count} server processes are ready`);
    });
    return worker;
  }

  /** Has another one in its place whenever it dies. */
  private async keep(worker: Worker): Promise<void> {
    let current = worker;
    for (let quickDeaths = 0; ;) {
      const started = performance.now();
      const [code, signal] = await deathOf(current);
      if (this.isStopping) return;
      const pause = pauseAfter(performance.now() - started, quickDeaths);
      quickDeaths = pause > 0 ? quickDeaths + 1 : 0;
      this.logger.error(
        `A server process died (${signal || `exit code ${code}`}); starting another in ${pause} ms`,
      );
      await setTimeout(pause);
      if (this.isStopping) return;
      current = this.fork();
    }
  }

  /** Also called when the terminal has told all of them. */
  private stop(): void {
    if (this.isStopping) return;
    this.isStopping = true;
    const living = [...this.living];
    const ends = living.map((worker) => new Promise((resolve) => worker.once('exit', resolve)));
    for (const worker of living) worker.process.kill('SIGTERM');
    const late = setTimeout(this.stopWithinMs, undefined, { ref: false }).then(() => {
      for (const worker of this.living) worker.process.kill('SIGKILL');
    });
    void Promise.race([Promise.all(ends), late]).then(() => process.exit(0));
  }
}

function deathOf(worker: Worker): Promise<[code: number, signal: string]> {
  return new Promise((resolve) =>
    worker.once('exit', (code: number, signal: string) => resolve([code, signal])),
  );
}

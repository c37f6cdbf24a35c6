import { monitorEventLoopDelay } from 'node:perf_hooks';
import { counter, gauge, type Metric, productVersion } from '@app/platform';

const RESOLUTION_MS = 10;
const NS = 1e9;

/** Metrics of the process, with the names that Prometheus's own client libraries use. */
export class ProcessMetrics {
  private readonly delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  private readonly version = productVersion();

  start(): void {
    this.delay.enable();
  }

  stop(): void {
    this.delay.disable();
  }

  read(): Metric[] {
    const { rss, heapUsed } = process.memoryUsage();
    const { user, system } = process.cpuUsage();
    const metrics: Metric[] = [
      gauge('latchkey_build_info', 'Version of Latchkey and Node.', [
        { value: 1, labels: { version: this.version, node: process.versions.node } },
      ]),
      gauge('process_start_time_seconds', 'Start time of the process.', performance.timeOrigin / 1000),
      counter('process_cpu_seconds_total', 'CPU time used.', (user + system) / 1e6),
      gauge('process_resident_memory_bytes', 'Memory in use.', rss),
      gauge('nodejs_heap_size_used_bytes', 'Memory in use by JavaScript objects.', heapUsed),
      gauge(
        'nodejs_eventloop_lag_p99_seconds',
        '99th percentile of the event loop delay since the last scrape.',
        lag(this.delay.percentile(99)),
      ),
      gauge(
        'nodejs_eventloop_lag_max_seconds',
        'Maximum event loop delay since the last scrape.',
        lag(this.delay.max),
      ),
    ];
    this.delay.reset();
    return metrics;
  }
}

/** Returns the event loop lag in seconds: the time by which a timer of `RESOLUTION_MS` was late if it took `ns`. */
function lag(ns: number): number {
  return Math.max(0, ns / NS - RESOLUTION_MS / 1000);
}

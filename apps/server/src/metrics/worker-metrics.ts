import type { Worker } from 'node:cluster';
import { gauge, type Metric } from '@app/platform';

/** Time within which a worker must respond. A slower worker is omitted from this scrape. */
const ANSWER_WITHIN_MS = 2_000;

interface Question {
  readonly latchkeyMetrics: number;
}
interface Answer extends Question {
  readonly metrics: Metric[];
}

let questions = 0;

/** Makes this worker process answer the supervisor's requests for metrics. */
export function answerSupervisor(read: () => Promise<Metric[]>): void {
  process.on('message', (message: Question) => {
    const { latchkeyMetrics } = message;
    if (latchkeyMetrics === undefined) return;
    read().then(
      (metrics) => process.send?.({ latchkeyMetrics, metrics } satisfies Answer),
      () => undefined,
    );
  });
}

/**
 * Returns the metrics of all workers, labelled by worker. Metrics are not summed up, since a sum would fall when a
 * worker dies.
 * @param workers workers by slot; `undefined` for a slot without a running worker
 */
export async function askWorkers(workers: readonly (Worker | undefined)[]): Promise<Metric[]> {
  const answers = await Promise.all(workers.map(ask));
  const samples = answers.map((metrics, slot) => ({ value: metrics ? 1 : 0, labels: { worker: slot + 1 } }));
  const up = gauge('latchkey_worker_up', '1 when this server process (one of WORKERS) responds.', samples);
  return [up, ...join(answers)];
}

/** Joins the samples of all workers for each metric: Prometheus requires the samples of a metric to be together. */
function join(answers: readonly (Metric[] | undefined)[]): Metric[] {
  const byName = new Map<string, Metric>();
  for (const [place, metrics = []] of answers.entries()) {
    for (const metric of metrics) {
      const samples = metric.samples.map((sample) => ({
        ...sample,
        labels: { worker: place + 1, ...sample.labels },
      }));
      const known = byName.get(metric.name)?.samples ?? [];
      byName.set(metric.name, { ...metric, samples: [...known, ...samples] });
    }
  }
  return [...byName.values()];
}

async function ask(worker: Worker | undefined): Promise<Metric[] | undefined> {
  if (!worker) return undefined;
  const question = ++questions;
  const { promise, resolve } = Promise.withResolvers<Metric[] | undefined>();
  const hear = (message: Answer) => message.latchkeyMetrics === question && resolve(message.metrics);
  const late = setTimeout(resolve, ANSWER_WITHIN_MS, undefined);
  const gone = () => resolve(undefined);
  worker.on('message', hear);
  worker.once('exit', gone);
  try {
    worker.send({ latchkeyMetrics: question } satisfies Question, (error) => error && resolve(undefined));
    return await promise;
  } finally {
    clearTimeout(late);
    worker.off('message', hear);
    worker.off('exit', gone);
  }
}

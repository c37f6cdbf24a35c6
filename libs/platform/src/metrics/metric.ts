/** A Prometheus metric, with a value for each combination of its labels. */
export interface Metric {
  /** Lower case and `_`, ending in the unit and, for counters, `_total`. */
  readonly name: string;
  /** Description in one sentence. */
  readonly help: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly samples: readonly Sample[];
}

export interface Sample {
  readonly value: number;
  readonly labels?: Readonly<Record<string, string | number>>;
  /** For histograms: `_bucket`, `_sum` or `_count`. */
  readonly suffix?: string;
}

/** Returns a gauge with one value and no labels, or with the samples given; undefined means no sample. */
export function gauge(name: string, help: string, value: number | readonly Sample[] | undefined): Metric {
  return { name, help, type: 'gauge', samples: samplesOf(value ?? []) };
}

/** Returns a counter with one value and no labels, or with the samples given. */
export function counter(name: string, help: string, value: number | readonly Sample[]): Metric {
  return { name, help, type: 'counter', samples: samplesOf(value) };
}

function samplesOf(value: number | readonly Sample[]): readonly Sample[] {
  return typeof value === 'number' ? [{ value }] : value;
}

/** Renders metrics in Prometheus's text format, version 0.0.4. */
export function renderMetrics(metrics: readonly Metric[]): string {
  return metrics.map(renderMetric).join('');
}

function renderMetric({ name, help, type, samples }: Metric): string {
  const rendered = samples.map(
    ({ value, labels = {}, suffix = '' }) =>
      `${name}${suffix}${renderLabels(labels)} ${renderValue(value)}\n`,
  );
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${rendered.join('')}`;
}

function renderLabels(labels: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(String(value))}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escapeLabel(value: string): string {
  return value.replace(/[\\"\n]/g, (character) => (character === '\n' ? '\\n' : `\\${character}`));
}

function renderValue(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

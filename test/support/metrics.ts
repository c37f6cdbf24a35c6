/** Metrics in Prometheus's text format, parsed independently of the server. */
export interface Scrape {
  /** Every name that a sample can have. */
  readonly names: Set<string>;
  /** Returns the sum of the samples with this name and these labels, or `undefined` if there is none. */
  value(name: string, labels?: Record<string, string>): number | undefined;
}

const SAMPLE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/;
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\.)*)"(?:,|$)/gy;

const PARTS = ['_bucket', '_sum', '_count'];

/** @throws Error on a line that Prometheus would reject */
function readMetrics(text: string): Scrape {
  const samples: { name: string; labels: Record<string, string>; value: number }[] = [];
  const types = new Map<string, string>();
  for (const line of text.trimEnd().split('\n')) {
    const type = /^# TYPE (\S+) (counter|gauge|histogram)$/.exec(line);
    if (type) {
      if (types.has(type[1]!)) throw new Error(`${type[1]} comes in two parts`);
      types.set(type[1]!, type[2]!);
    } else if (!/^# HELP \S+ \S/.test(line)) samples.push(readSample(line));
  }
  const matching = (name: string, labels: Record<string, string>) =>
    samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, is]) => sample.labels[label] === is),
    );
  return {
    names: new Set(
      [...types].flatMap(([name, type]) => (type === 'histogram' ? PARTS : ['']).map((part) => name + part)),
    ),
    value: (name, labels = {}) => {
      const found = matching(name, labels);
      return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0);
    },
  };
}

function readSample(line: string) {
  const [, name, list = '', text] = SAMPLE.exec(line) ?? [];
  const value = text === '+Inf' ? Infinity : Number(text);
  if (name === undefined || text === '' || (Number.isNaN(value) && text !== 'NaN')) {
    throw new Error(`This is no sample: ${line}`);
  }
  const pairs = [...list.matchAll(LABEL)];
  if (pairs.map(([pair]) => pair).join('') !== list) throw new Error(`These are no labels: ${line}`);
  return { name, labels: Object.fromEntries(pairs.map(([, label, is]) => [label!, is!])), value };
}

/** Fetches the metrics from a server's own port. */
export async function scrape(url: string, token?: string): Promise<Scrape> {
  const response = await fetch(url, { headers: token ? { authorization: `Bearer ${token}` } : {} });
  if (response.status !== 200) throw new Error(`The figures were answered ${response.status}`);
  return readMetrics(await response.text());
}

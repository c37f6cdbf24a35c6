import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['grafana-dashboard.json', 'prometheus-alerts.yml'];
/** Prefixes of our metrics. */
const NAME = /\b(?:latchkey|process|nodejs)_[a-z0-9_]+/g;

/** Returns the files in `deploy/` that contain metrics, with the metrics in their expressions. */
export function namesInDeploy(): [file: string, names: string[]][] {
  return FILES.map((file) => {
    const text = readFileSync(join(import.meta.dirname, '../../deploy', file), 'utf8');
    const expressions = [...text.matchAll(/^\s*"?expr"?: (.*(?:\n {10,}.*)*)$/gm)].map(([, expr]) => expr!);
    return [file, [...new Set(expressions.flatMap((expr) => expr.match(NAME) ?? []))]];
  });
}

import type { CardType } from '../api/types';

export type Features = CardType['features'];

export const FEATURE_KINDS = ['yes', 'no', 'number', 'text'] as const;

/** A feature while it is edited. */
export interface FeatureRow {
  name: string;
  kind: (typeof FEATURE_KINDS)[number];
  /** The value as typed; not used if `kind` is `yes` or `no`. */
  value: string;
}

export function toRows(features: Features): FeatureRow[] {
  return Object.entries(features).map(([name, value]) =>
    typeof value === 'boolean'
      ? { name, kind: value ? 'yes' : 'no', value: '' }
      : { name, kind: typeof value === 'number' ? 'number' : 'text', value: String(value) },
  );
}

/** Returns the features described by the rows. If rows have the same name, the last one counts. */
export function toFeatures(rows: readonly FeatureRow[]): Features {
  return Object.fromEntries(rows.map((row) => [row.name, valueOf(row)]));
}

/** Returns the key of an error text if a row cannot be saved. The server checks the other rules. */
export function rowsFault(rows: readonly FeatureRow[]): string | undefined {
  const names = rows.map(({ name }) => name);
  if (names.includes('')) return 'panel.features.name_missing';
  if (new Set(names).size < names.length) return 'panel.features.name_repeated';
  const isNumber = ({ value }: FeatureRow) => value.trim() !== '' && Number.isFinite(Number(value));
  return rows.some((row) => row.kind === 'number' && !isNumber(row)) ? 'panel.features.no_number' : undefined;
}

function valueOf({ kind, value }: FeatureRow): string | number | boolean {
  switch (kind) {
    case 'yes':
    case 'no':
      return kind === 'yes';
    case 'number':
      return Number(value);
    case 'text':
      return value;
  }
}

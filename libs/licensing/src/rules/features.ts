import type { Features } from '@app/database';
import { isBuiltInName, isRemoteName, REMOTE_NAME_MAX_LENGTH } from '@app/platform';

const MAX_NAMES = 32;
const MAX_BYTES = 4096;

/** The first fault of a value that should contain features: a code of `RULE_WORDS` with its parameters. */
export interface FeaturesFault {
  readonly code: 'features' | 'feature_count' | 'feature_name' | 'feature_value' | 'features_size';
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * Checks features. Valid features are a flat object of texts, finite numbers and booleans, with at most 32 names, and
 * at most 4,096 bytes as JSON in UTF-8. Feature names follow the same rule as remote names. Built-in names such as
 * `constructor` are refused, because scripts and clients would find them even on a card without features.
 * @returns the first fault; undefined if the value is valid
 */
export function featuresFault(value: unknown): FeaturesFault | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { code: 'features', params: {} };
  const members = Object.entries(value);
  if (members.length > MAX_NAMES) return { code: 'feature_count', params: { max: MAX_NAMES } };
  for (const [name, held] of members) {
    const max = REMOTE_NAME_MAX_LENGTH;
    // Truncated, since the name may be as long as the request.
    if (!isRemoteName(name) || isBuiltInName(name))
      return { code: 'feature_name', params: { name: name.slice(0, max).toWellFormed(), max } };
    if (!isFeatureValue(held)) return { code: 'feature_value', params: { name } };
  }
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_BYTES)
    return { code: 'features_size', params: { max: MAX_BYTES } };
  return undefined;
}

/**
 * True if features contain a name with a value other than `false`, `0` and `""`. The texts `"0"` and `"false"` count as
 * present.
 */
export function hasFeature(features: Features, name: string): boolean {
  const value = Object.hasOwn(features, name) && features[name];
  return value !== false && value !== 0 && value !== '';
}

/** Returns features as clients receive them: JSON text; undefined when there are none. */
export function featuresText(features: Features): string | undefined {
  return Object.keys(features).length > 0 ? JSON.stringify(features) : undefined;
}

function isFeatureValue(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed();
  return typeof value === 'boolean' || Number.isFinite(value);
}

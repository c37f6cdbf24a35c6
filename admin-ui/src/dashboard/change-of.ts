/** The change of a figure from the period before. */
export interface Change {
  direction: 'up' | 'down' | 'same' | 'new';
  /** Share of the former value, not negative; 0 if there was none. */
  share: number;
}

/** Returns the change from a former value; `undefined` if both are 0, which is no news. */
export function changeOf(value: number, before: number): Change | undefined {
  if (value === before) return value === 0 ? undefined : { direction: 'same', share: 0 };
  if (before <= 0) return { direction: 'new', share: 0 };
  return { direction: value > before ? 'up' : 'down', share: Math.abs(value - before) / before };
}

/** The change of a figure compared with the previous period. */
export interface Change {
  direction: 'up' | 'down' | 'same' | 'new';
  /** Size of the change as a share of the previous value; 0 for `same` and `new`. */
  share: number;
}

/** Returns the change from the previous value; `undefined` if both are 0. */
export function changeOf(value: number, before: number): Change | undefined {
  if (value === before) return value === 0 ? undefined : { direction: 'same', share: 0 };
  if (before <= 0) return { direction: 'new', share: 0 };
  return { direction: value > before ? 'up' : 'down', share: Math.abs(value - before) / before };
}

import type { SyntheticEvent } from 'react';

/** Keeps a click inside a clickable row from reaching the row. */
export function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

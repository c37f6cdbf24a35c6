import type { SyntheticEvent } from 'react';

/** Prevents a click inside a clickable row from reaching the row. */
export function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

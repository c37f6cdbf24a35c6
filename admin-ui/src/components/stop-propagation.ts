import type { SyntheticEvent } from 'react';

/** For what is clicked inside of a row that can be clicked itself. */
export function stopPropagation(event: SyntheticEvent): void {
  event.stopPropagation();
}

import { useEffect, useEffectEvent } from 'react';
import { useListContext } from 'react-admin';

/** Unselects all rows when the list is opened or its filter changes, since selected rows may then be hidden. */
export function useFreshSelection(): void {
  const { filterValues, onUnselectItems } = useListContext();
  const unselect = useEffectEvent(() => onUnselectItems());
  const filter = JSON.stringify(filterValues);
  useEffect(() => unselect(), [filter]);
}

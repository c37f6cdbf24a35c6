import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import { exportPath } from './export-url';

/** Maximum number of ids in a request. A URL with this many ids is short enough for every proxy. */
const AT_ONCE = 200;

/**
 * Returns a function that reads cards as text, formatted by the template of their application, in the order they were
 * created.
 */
export function useTemplateText(): (
  which: { ids: readonly number[] } | { filter: object },
) => Promise<string> {
  const dataProvider = useDataProvider<PanelDataProvider>();
  return async (which) => {
    if ('filter' in which) return asLines(await dataProvider.readText(exportPath(which.filter, 'template')));
    const parts: string[] = [];
    for (const filter of idFilters(which.ids))
      parts.push(await dataProvider.readText(exportPath(filter, 'template')));
    return asLines(parts.join(''));
  };
}

/** Returns filters that together select the cards with these ids, in the order of the ids. */
export function idFilters(ids: readonly number[]): { id: number[] }[] {
  const sorted = ids.toSorted((one, other) => one - other);
  const filters: { id: number[] }[] = [];
  for (let first = 0; first < sorted.length; first += AT_ONCE)
    filters.push({ id: sorted.slice(first, first + AT_ONCE) });
  return filters;
}

/** Returns lines with LF only. Exported files have the line breaks of Windows, which editors and chats do not need. */
function asLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

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
    const ids = which.ids.toSorted((one, other) => one - other);
    const parts: string[] = [];
    for (let first = 0; first < ids.length; first += AT_ONCE) {
      const filter = { id: ids.slice(first, first + AT_ONCE) };
      parts.push(await dataProvider.readText(exportPath(filter, 'template')));
    }
    return asLines(parts.join(''));
  };
}

/** Returns lines with LF only. Exported files have the line breaks of Windows, which editors and chats do not need. */
function asLines(text: string): string {
  return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
}

import { ListThresholds } from '@app/admin';
import type { AdminClient } from './admin-client.js';
import type { TestServer } from './test-server.js';

/** Thresholds that force each plan of `planList`, so that short lists in tests use every plan. */
export const WAYS_TO_LIST = {
  'found and sorted': {},
  'along an index, from the nearer end': { few: 0, many: 0, far: -1 },
  'along an index, beside the count': { few: 0, many: 0, far: Infinity },
} as const satisfies Record<string, Partial<ListThresholds>>;

export type WayToList = keyof typeof WAYS_TO_LIST;

/** Makes a server use one of the list plans. */
export function setWay(server: TestServer, way: WayToList): void {
  Object.assign(server.get(ListThresholds), new ListThresholds(), WAYS_TO_LIST[way]);
}

/** Returns the ids of a whole list, read page by page. Every page must report the number of ids as the total. */
export async function readPages(
  client: AdminClient,
  path: string,
  query: { filter?: object; sort?: [string, string] },
  rowsPerPage: number,
): Promise<number[]> {
  const ids: number[] = [];
  for (let from = 0, total = 1; from < total; from += rowsPerPage) {
    const page = await client.list<{ id: number }>(path, { ...query, range: [from, from + rowsPerPage - 1] });
    if (page.status !== 200) throw new Error(`${path} was answered ${page.status}: ${page.text}`);
    total = Number(page.headers.get('content-range')!.split('/')[1]);
    const rows = page.body.map(({ id }) => id);
    const range = rows.length > 0 ? `${from}-${from + rows.length - 1}` : '*';
    const said = page.headers.get('content-range');
    if (said !== `items ${range}/${total}` || rows.length !== Math.min(rowsPerPage, total - from)) {
      throw new Error(`${path} gave ${rows.length} rows from ${from}, and said "${said}"`);
    }
    ids.push(...rows);
  }
  return ids;
}

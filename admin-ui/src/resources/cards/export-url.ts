import { apiUrl } from '../../api/http';

export type ExportFormat = 'csv' | 'txt';

/** Where the browser gets cards as a file; the server streams it, however many there are. */
export function exportUrl(filter: object, format: ExportFormat): string {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), format });
  return apiUrl(`/cards/export?${query.toString()}`);
}

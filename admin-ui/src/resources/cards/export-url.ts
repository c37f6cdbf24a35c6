import { apiUrl } from '../../api/http';

export type ExportFormat = 'csv' | 'txt' | 'template';

/** Returns the URL of a card export, which the server streams. */
export function exportUrl(filter: object, format: ExportFormat): string {
  return apiUrl(exportPath(filter, format));
}

/** Returns the path of a card export, relative to the path of the API. */
export function exportPath(filter: object, format: ExportFormat): string {
  const query = new URLSearchParams({ filter: JSON.stringify(filter), format });
  return `/cards/export?${query.toString()}`;
}

/** Milliseconds for which a saved file stays readable: a browser may read it long after the click. */
const READABLE_MS = 60_000;

/** Saves a text as a file. */
export function saveText(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), READABLE_MS);
}

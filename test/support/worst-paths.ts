import { request } from 'node:http';

/** Below these, files are looked for. */
const FOLDERS = ['/', '/admin/', '/admin/assets/', '/docs/'];
/** As long as the head of a request may be. */
const LENGTH = 15_000;

/** Paths that cost most to look for, as long as they may be: none of them leads anywhere. */
export const WORST_PATHS: string[] = ['../', '%2e%2E/', '..%2f', '..\\', './', '/', 'a/', 'a', '%41'].flatMap(
  (piece) => FOLDERS.map((folder) => folder + piece.repeat(LENGTH / piece.length)),
);

/** Asks for a path as it is, where `fetch` would resolve it first. */
export async function statusOf(url: string, path: string, method = 'GET'): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path, method }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    })
      .once('error', reject)
      .end();
  });
}

import { request } from 'node:http';

/** Paths below which the server looks up files. */
const FOLDERS = ['/', '/admin/', '/admin/assets/', '/docs/'];
/** Length of a path in the longest allowed request head. */
const LENGTH = 15_000;

/** The paths with the most expensive lookup, of the maximum length. None of them exists. */
export const WORST_PATHS: string[] = ['../', '%2e%2E/', '..%2f', '..\\', './', '/', 'a/', 'a', '%41'].flatMap(
  (piece) => FOLDERS.map((folder) => folder + piece.repeat(LENGTH / piece.length)),
);

/** Requests a path unchanged. `fetch` would resolve parts such as `../` first. */
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

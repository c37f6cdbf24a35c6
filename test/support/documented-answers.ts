import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = '/api/admin/v1';
/** The fields that a refusal may have. */
const REFUSAL = new Set(['statusCode', 'message', 'errors', 'requestId']);

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly name: string;
  readonly statuses: ReadonlySet<string>;
}

let routes: Route[] | undefined;

/**
 * Compares an answer of the admin API with `docs/openapi.json`: every suite that asks finds the answers that are not
 * documented.
 * @param path under the prefix, with its query
 * @throws Error
 */
export function requireDocumented(method: string, path: string, status: number, body: unknown): void {
  routes ??= readRoutes();
  const [plain] = path.split(/[?#]/, 1);
  const route = routes.find((each) => each.method === method && each.pattern.test(plain!));
  if (!route) return;
  if (!route.statuses.has(String(status))) {
    throw new Error(`${route.name} was answered ${status}, of which docs/openapi.json says nothing`);
  }
  // What is refused before it reaches either API has the fields of both.
  if (status < 400 || status === 413) return;
  const strange = Object.keys(body ?? {}).filter((field) => !REFUSAL.has(field));
  if (strange.length > 0) throw new Error(`${route.name}: a refusal with the fields ${strange.join(', ')}`);
}

function readRoutes(): Route[] {
  const text = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
  const { paths } = JSON.parse(text) as {
    paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  };
  const all = Object.entries(paths).flatMap(([path, operations]) =>
    path.startsWith(`${PREFIX}/`)
      ? Object.entries(operations).map(([method, { responses }]) => ({
          method: method.toUpperCase(),
          pattern: new RegExp(`^${path.slice(PREFIX.length).replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i'),
          name: `${method.toUpperCase()} ${path}`,
          statuses: new Set(Object.keys(responses)),
        }))
      : [],
  );
  // A path that is written out comes before one with a place for an id.
  return all.toSorted((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')));
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PREFIX = '/api/admin/v1';

interface Route {
  readonly method: string;
  readonly pattern: RegExp;
  readonly name: string;
  readonly statuses: ReadonlySet<string>;
}

interface Problem {
  code: string;
  params: object;
  message: string;
  faults?: Record<string, Problem>;
  errors?: Record<string, string>;
}

interface Documented {
  readonly routes: readonly Route[];
  /** Documented codes by status. */
  readonly codes: ReadonlyMap<number, ReadonlySet<string>>;
  /** Fields of a refusal. */
  readonly fields: ReadonlySet<string>;
  readonly everyCode: ReadonlySet<string>;
}

let documented: Documented | undefined;

/**
 * Compares an answer of the admin API with `docs/openapi.json`, so that every suite detects undocumented answers.
 * @param path under the prefix, with its query
 * @throws Error
 */
export function requireDocumented(method: string, path: string, status: number, body: unknown): void {
  documented ??= readDocument();
  const name = `${method} ${path}`;
  // A refusal before the API is known has the fields of both APIs and a numeric code.
  const isBeforeBoth = status === 413 && (body as { code?: unknown }).code === status;
  if (status >= 400 && !isBeforeBoth) requireCodes(documented, name, status, body as Problem);
  const [plain] = path.split(/[?#]/, 1);
  const route = documented.routes.find((each) => each.method === method && each.pattern.test(plain!));
  if (route && !route.statuses.has(String(status)))
    throw new Error(`${name} was answered ${status}, of which docs/openapi.json says nothing`);
}

function requireCodes(
  { codes, everyCode, fields }: Documented,
  name: string,
  status: number,
  body: Problem,
): void {
  if (!codes.get(status)?.has(body?.code))
    throw new Error(`${name} was answered ${status} with the code ${body?.code}, which is none of its`);
  const strange = Object.keys(body).filter((field) => !fields.has(field));
  if (strange.length > 0) throw new Error(`${name}: a refusal with the fields ${strange.join(', ')}`);
  const { faults = {}, errors = {} } = body;
  for (const [field, fault] of Object.entries({ '': body, ...faults })) {
    const isWhole = everyCode.has(fault.code) && typeof fault.params === 'object' && fault.message !== '';
    if (!isWhole || fault.message.includes('%{'))
      throw new Error(`${name}: ${field} is refused with ${JSON.stringify(fault)}`);
  }
  const words = Object.entries(faults).map(([field, { message }]) => [field, message]);
  if (JSON.stringify(Object.fromEntries(words)) !== JSON.stringify(errors))
    throw new Error(`${name}: errors and faults differ`);
}

interface Document {
  paths: Record<string, Record<string, { responses: Record<string, object> }>>;
  components: {
    schemas: { AdminError: { properties: object }; AdminErrorCode: { enum: string[] } };
    responses: Record<string, { description: string }>;
  };
}

function readDocument(): Documented {
  const text = readFileSync(join(import.meta.dirname, '../../docs/openapi.json'), 'utf8');
  const { paths, components } = JSON.parse(text) as Document;
  const { AdminError, AdminErrorCode } = components.schemas;
  const codes = Object.entries(components.responses).map(([name, { description }]) => {
    const listed = description.split('\nCodes: ')[1]!.matchAll(/`(\w+)`/g);
    return [Number(name.replace('Admin', '')), new Set([...listed].map(([, code]) => code!))] as const;
  });
  return {
    routes: routesOf(paths),
    codes: new Map(codes),
    fields: new Set(Object.keys(AdminError.properties)),
    everyCode: new Set(AdminErrorCode.enum),
  };
}

function routesOf(paths: Document['paths']): Route[] {
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
  // A literal path takes precedence over one with an id parameter.
  return all.toSorted((a, b) => Number(a.name.includes('{')) - Number(b.name.includes('{')));
}

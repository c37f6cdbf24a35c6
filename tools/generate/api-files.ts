import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  /** The least role that may call it; admin API only. */
  'x-role'?: string;
  responses: Record<string, { description: string }>;
}

/** The API document and the panel's types of it. */
export async function apiFiles(document: ApiDocument): Promise<Record<string, string>> {
  const types = astToString(await openapiTS(document as unknown as OpenAPI3));
  return {
    'docs/openapi.json': JSON.stringify(document),
    'admin-ui/src/api/api-types.ts': `// Made by npm run generate.\n${types}`,
    'admin-ui/src/api/api-roles.ts': rolesOf(document),
  };
}

/** Which role each request of the admin API needs, so that the panel shows nobody a button that would be refused. */
function rolesOf({ paths }: ApiDocument): string {
  const roles = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { 'x-role': role }]) =>
      role === undefined || role === 'anybody'
        ? []
        : [[`${method.toUpperCase()} ${path.replace('/api/admin/v1', '')}`, role]],
    ),
  );
  return `// Made by npm run generate.
    import type { Role } from './types';

    /** The least role that may send each request of the admin API. */
    export const ROLE_OF: Record<string, Role> = ${JSON.stringify(Object.fromEntries(roles))};`;
}

/** The order of modules and classes in the code, which means nothing, would make a small change look large. */
export function sorted({ paths, components, ...rest }: ApiDocument): ApiDocument {
  return {
    ...rest,
    paths: byName(paths),
    components: { ...components, schemas: byName(components.schemas) },
  };
}

function byName<T>(object: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

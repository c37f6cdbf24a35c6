import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

export interface ApiDocument {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown> };
}

interface Operation {
  /** Minimum role for the operation; only in the admin API. */
  'x-role'?: string;
  responses: Record<string, { description: string }>;
}

/** Returns the files with the API document, and with the panel's types and roles. */
export async function apiFiles(document: ApiDocument): Promise<Record<string, string>> {
  // The panel needs the types of the schemas only, not those of the paths.
  const schemas = { ...document, paths: {} };
  const types = astToString(await openapiTS(schemas as unknown as OpenAPI3));
  return {
    'docs/openapi.json': JSON.stringify(document),
    'admin-ui/src/api/api-types.ts': `// Made by npm run generate.\n${types}`,
    'admin-ui/src/api/api-roles.ts': rolesOf(document),
  };
}

/**
 * Returns the panel's file with the minimum role of each request of the admin API. The panel uses the roles to hide
 * buttons whose requests the server would refuse.
 */
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

    /** Minimum role of each request of the admin API. */
    export const ROLE_OF: Record<string, Role> = ${JSON.stringify(Object.fromEntries(roles))};`;
}

/** Sorts the document. Otherwise a new order of modules or classes in the code would look like a large change. */
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

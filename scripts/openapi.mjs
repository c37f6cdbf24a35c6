// Writes what follows from the code's API: docs/openapi.json and the panel's types of it. Commit both.
//   npm run openapi -- --check   only says whether they are up to date
import openapiTS, { astToString } from 'openapi-typescript';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { ROOT, writeGenerated } from './generated.mjs';

build();
const document = sorted(JSON.parse(readFileSync(join(ROOT, 'dist/docs/openapi.json'), 'utf8')));
const files = {
  'docs/openapi.json': JSON.stringify(document),
  'admin-ui/src/api/api-types.ts': `// Made by npm run openapi.\n${astToString(await openapiTS(document))}`,
  'admin-ui/src/api/api-roles.ts': rolesOf(document),
};

await writeGenerated(files, 'npm run openapi');

/** Which role each request of the admin API needs, so that the panel shows nobody a button that would be refused. */
function rolesOf({ paths }) {
  const roles = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { 'x-role': role }]) =>
      role === undefined || role === 'anybody'
        ? []
        : [[`${method.toUpperCase()} ${path.replace('/api/admin/v1', '')}`, role]],
    ),
  );
  return `// Made by npm run openapi.
    import type { Role } from './types';

    /** The least role that may send each request of the admin API. */
    export const ROLE_OF: Record<string, Role> = ${JSON.stringify(Object.fromEntries(roles))};`;
}

/** The order of modules and classes in the code, which means nothing, would make a small change look large. */
function sorted({ paths, components, ...rest }) {
  return {
    ...rest,
    paths: byName(paths),
    components: { ...components, schemas: byName(components.schemas) },
  };
}

function byName(object) {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

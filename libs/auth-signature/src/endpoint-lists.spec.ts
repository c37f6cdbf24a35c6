import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { BLOCKABLE_PARAMETERS } from './blocks/require-unblocked.js';
import { RECORDED_ENDPOINTS } from './envelope/refusal-of.js';

interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: object;
}
interface Operation {
  parameters?: { name: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};
const PREFIX = '/api/client/v1/';

const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith(PREFIX))
  .map(([path, methods]) => ({ endpoint: path.slice(PREFIX.length), methods: Object.values(methods) }));

function fieldsOf({ $ref, allOf = [], properties = {} }: Schema): string[] {
  const referred = $ref === undefined ? [] : fieldsOf(components.schemas[$ref.split('/').at(-1)!]!);
  return [...Object.keys(properties), ...allOf.flatMap(fieldsOf), ...referred];
}

function parametersOf({ parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {});
  return [...parameters.map(({ name }) => name), ...bodies.flatMap(({ schema }) => fieldsOf(schema))];
}

/** A new parameter goes to `BLOCKABLE_PARAMETERS` or here. */
const NAMES_NOBODY = [
  'action',
  'app_key',
  'channel',
  'config',
  'key',
  'name',
  'nonce',
  'params',
  'password',
  'scope',
  'sign',
  'timestamp',
  'token',
  'value',
  'version',
];

/** Endpoints whose refusals nobody asks about; a new one goes to `RECORDED_ENDPOINTS` or here. */
const ONLY_COUNTED = [
  'card/config',
  'card/logout',
  'remote/data/{key}',
  'remote/functions/{name}/call',
  'remote/variables/{key}',
  'software/config',
  'software/notice',
  'software/version/latest',
  'user/config',
  'user/logout',
];

describe('The lists of the client API', () => {
  it('say of each parameter whether it names what can be blocked', () => {
    const documented = new Set(operations.flatMap(({ methods }) => methods.flatMap(parametersOf)));
    const listed = [...BLOCKABLE_PARAMETERS.map(([parameter]) => parameter), ...NAMES_NOBODY];
    expect(listed.toSorted()).toEqual([...documented].toSorted());
  });

  it('say of each endpoint whether its refusals are recorded one by one', () => {
    const listed = [...RECORDED_ENDPOINTS, ...ONLY_COUNTED];
    expect(listed.toSorted()).toEqual(operations.map(({ endpoint }) => endpoint).toSorted());
  });
});

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
const PREFIX = /^\/(?:api\/client\/)?v1\//;

const operations = Object.entries(paths)
  .filter(([path]) => PREFIX.test(path))
  .map(([path, methods]) => ({
    endpoint: path.replace(PREFIX, '').replaceAll('_', '-'),
    methods: Object.values(methods),
  }));

function fieldsOf({ $ref, allOf = [], properties = {} }: Schema): string[] {
  const referred = $ref === undefined ? [] : fieldsOf(components.schemas[$ref.split('/').at(-1)!]!);
  return [...Object.keys(properties), ...allOf.flatMap(fieldsOf), ...referred];
}

function parametersOf({ parameters = [], requestBody }: Operation): string[] {
  const bodies = Object.values(requestBody?.content ?? {});
  return [...parameters.map(({ name }) => name), ...bodies.flatMap(({ schema }) => fieldsOf(schema))];
}

/** Parameters that identify nobody. Add a new parameter to `BLOCKABLE_PARAMETERS` or here. */
const NAMES_NOBODY = [
  'action',
  'amount',
  'app_key',
  'bind_device',
  'channel',
  'config',
  'func_name',
  'key',
  'name',
  'new_password',
  'nonce',
  'params',
  'password',
  'request_id',
  'scope',
  'sign',
  'timestamp',
  'token',
  'value',
  'version',
];

/** Endpoints whose refusals are only counted. Add a new endpoint to `RECORDED_ENDPOINTS` or here. */
const ONLY_COUNTED = [
  'af/call-remote-func',
  'af/remote-data',
  'af/remote-var',
  'card/config',
  'card/logout',
  // Has no refusals.
  'ping',
  'remote/data/{key}',
  'remote/functions/{name}/call',
  'remote/variables/{key}',
  'software/config',
  'software/latest-ver',
  'software/notice',
  'software/version/latest',
  'trial/logout',
  'user/config',
  'user/logout',
];

describe('The lists of the client API', () => {
  it('say of each parameter whether a block can match it', () => {
    const documented = new Set(operations.flatMap(({ methods }) => methods.flatMap(parametersOf)));
    const listed = [...BLOCKABLE_PARAMETERS.map(([parameter]) => parameter), ...NAMES_NOBODY];
    expect(listed.toSorted()).toEqual([...documented].toSorted());
  });

  it('say of each endpoint whether its refusals are recorded one by one', () => {
    const listed = [...RECORDED_ENDPOINTS, ...ONLY_COUNTED];
    const endpoints = new Set(operations.map(({ endpoint }) => endpoint));
    expect(listed.toSorted()).toEqual([...endpoints].toSorted());
  });
});

import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { REQUIRED_MEMBERS } from '../sdks/conformance/required-members.js';

interface Operation {
  responses: { 200: { content: { 'application/json': { schema: { allOf?: Envelope[] } } } } };
}
interface Envelope {
  properties?: { result?: { $ref: string } };
}

const { paths, components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { required: string[] }> };
};

/** The members that each successful answer of the client API always has, by endpoint. */
function documentedMembers(): Record<string, string[]> {
  const documented: Record<string, string[]> = {};
  for (const [path, operations] of Object.entries(paths)) {
    const endpoint = /^\/api\/client\/v1(\/.*)/.exec(path)?.[1];
    if (endpoint === undefined) continue;
    for (const [method, { responses }] of Object.entries(operations)) {
      const parts = responses[200].content['application/json'].schema.allOf ?? [];
      const result = parts.map(({ properties }) => properties?.result).find(Boolean);
      if (result)
        documented[`${method.toUpperCase()} ${endpoint}`] =
          components.schemas[result.$ref.split('/').at(-1)!]!.required;
    }
  }
  return documented;
}

it('for each endpoint with a result, SDKs require only members that the API documents', () => {
  const documented = documentedMembers();
  expect(Object.keys(REQUIRED_MEMBERS).toSorted()).toEqual(Object.keys(documented).toSorted());
  for (const [endpoint, members] of Object.entries(REQUIRED_MEMBERS))
    expect(documented[endpoint]).toEqual(expect.arrayContaining(Object.keys(members)));
});

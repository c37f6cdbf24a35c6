import type { OpenAPIObject } from '@nestjs/swagger';
import { CLIENT_API_PREFIX } from '@app/auth-signature';
import { isPaojiaoyunUrl } from '@app/paojiaoyun';
import { operationsOf } from './operations.js';

/** The parts of a schema that this file uses. */
interface Schema {
  $ref?: string;
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  example?: unknown;
}

/**
 * Adds an example of a successful response to each client API endpoint. It is assembled from the examples of the
 * result's fields.
 */
export function addSuccessExamples(document: OpenAPIObject): void {
  const schemas = (document.components?.schemas ?? {}) as Record<string, Schema>;
  for (const { path, operation } of operationsOf(document)) {
    if (!path.startsWith(CLIENT_API_PREFIX) && !isPaojiaoyunUrl(path)) continue;
    const answer = operation.responses['200'] as {
      content?: Record<string, { schema: Schema; examples?: object }>;
    };
    const json = answer.content?.['application/json'];
    if (!json) continue;
    const result = json.schema.allOf?.map(({ properties }) => properties?.result?.$ref).find(Boolean);
    const value = {
      code: 0,
      message: 'ok',
      ...(result && { result: exampleOf(schemas[result.split('/').at(-1)!]!) }),
    };
    json.examples = { success: { summary: 'Success', value } };
  }
}

function exampleOf({ properties = {} }: Schema): Record<string, unknown> {
  return Object.fromEntries(Object.entries(properties).map(([name, { example }]) => [name, example]));
}

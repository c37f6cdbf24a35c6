import type { OpenAPIObject } from '@nestjs/swagger';
import { ADMIN_API_PREFIX, REFUSALS } from '@app/admin';
import { type Operation, operationsOf } from './operations.js';

const DESCRIPTIONS: Record<keyof typeof REFUSALS, string> = {
  400: 'The path or query is invalid, or the body is not JSON',
  401: 'Not signed in, or the API token is invalid',
  403: 'The role is too low, the CSRF token is missing, or the endpoint does not accept API tokens',
  404: 'The record does not exist, or belongs to an application that is not assigned to the caller',
  409: 'The request conflicts with the current state, such as an edit of a record that someone else has changed',
  413: 'The body is too large, the URL and headers together are too large, or the requested rows contain too much text',
  415: 'The type or charset of the body is not supported',
  422: 'Fields have faults: `faults` contains the code of each fault',
  429: 'Too many tries: wait for `Retry-After` seconds',
  500: "Internal error; the server's log contains the details under the answer's `requestId`",
  503: 'The database or a part of the server does not answer at the moment: try again after `Retry-After` seconds',
};

const RETRY_AFTER = {
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
} as const;

/**
 * Adds the possible refusals to each operation of the admin API. Most are derived from the guard, the pipes, the path
 * and the body. Refusals by a handler's own code are declared with `@DocumentStatuses`.
 */
export function addAdminRefusals(document: OpenAPIObject): void {
  const operations = operationsOf(document).filter(({ path }) => path.startsWith(`${ADMIN_API_PREFIX}/`));
  for (const { path, method, operation } of operations) {
    const statuses = new Set([...refusalsOf(path, method, operation), ...ownRefusals(operation)]);
    for (const status of [...statuses].toSorted((a, b) => a - b)) {
      operation.responses[status] = { $ref: `#/components/responses/Admin${status}` };
    }
  }
  const responses = Object.entries(DESCRIPTIONS).map(([status, description]) => [
    `Admin${status}`,
    {
      description: `${description}\n\nCodes: ${codesOf(Number(status))}`,
      ...(['429', '503'].includes(status) && { headers: RETRY_AFTER }),
      content: { 'application/json': { schema: { $ref: '#/components/schemas/AdminError' } } },
    },
  ]);
  document.components = { ...document.components, responses: Object.fromEntries(responses) };
}

function codesOf(status: number): string {
  const codes = Object.keys(REFUSALS[status as keyof typeof REFUSALS]);
  return codes.map((code) => `\`${code}\``).join(', ');
}

function refusalsOf(path: string, method: string, operation: Operation): number[] {
  const { parameters = [], requestBody } = operation;
  const isChange = method !== 'get';
  const isOfRecord = path.includes('{');
  const isOfApplication =
    !isChange && parameters.some((each) => 'name' in each && each.name === 'applicationId');
  const isGuarded = (operation as { 'x-role'?: string })['x-role'] !== 'anybody';
  const when: [isSo: boolean, ...statuses: number[]][] = [
    [true, 413, 500, 503],
    [isGuarded, 401, 403],
    [parameters.length > 0, 400],
    // Any change can be refused with 404: the record may be deleted between its change and the response.
    [isChange || isOfRecord || isOfApplication, 404],
    // Refusals by the body reader: it runs before the handler of a change, even if the handler takes no body.
    [isChange, 400, 415, 422],
    [isChange && (isOfRecord || requestBody !== undefined), 409],
  ];
  return when.flatMap(([isSo, ...statuses]) => (isSo ? statuses : []));
}

/** Returns the statuses of `@DocumentStatuses`. */
function ownRefusals({ responses }: Operation): number[] {
  return Object.keys(responses)
    .map(Number)
    .filter((status) => status >= 400);
}

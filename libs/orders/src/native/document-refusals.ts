import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';
import { FulfilRefusalResult } from './fulfil.result.js';

/** Adds refusals to the API document of a controller, with one answer for each HTTP status. */
export function documentRefusals(refusals: Readonly<Record<string, FulfilRefusalResult>>): ClassDecorator {
  const byStatus = Map.groupBy(Object.values(refusals), ({ code }) => Math.floor(code / 100));
  return applyDecorators(
    ...[...byStatus].map(([status, some]) =>
      ApiResponse({
        status,
        description: some.map(({ code, message }) => `${code}: ${message}`).join('; '),
        type: FulfilRefusalResult,
        example: some[0],
      }),
    ),
  );
}

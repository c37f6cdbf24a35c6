import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/**
 * Documents the refusals that the handler itself causes. The documentation of all other refusals is derived from the
 * handler's guard, path, query and body.
 */
export function DocumentStatuses(...statuses: number[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status })));
}

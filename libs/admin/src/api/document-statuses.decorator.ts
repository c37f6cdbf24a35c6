import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/**
 * Documents the refusals that the handler's own code causes. All other refusals follow from the handler's guard, path,
 * query and body.
 */
export function DocumentStatuses(...statuses: number[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status })));
}

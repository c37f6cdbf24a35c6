import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/**
 * Documents refusals that the handler's own code causes. Other refusals are derived from guard, path, query and body.
 */
export function DocumentStatuses(...statuses: number[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status })));
}

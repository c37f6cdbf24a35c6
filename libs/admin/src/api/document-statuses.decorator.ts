import { applyDecorators } from '@nestjs/common';
import { ApiResponse } from '@nestjs/swagger';

/** Documents refusals made by the handler's own code; the others follow from guard, path, query and body. */
export function DocumentStatuses(...statuses: number[]): MethodDecorator {
  return applyDecorators(...statuses.map((status) => ApiResponse({ status })));
}

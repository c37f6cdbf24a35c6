import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';

/** Documents a handler that returns a page of rows. */
export function ApiPage(row: Type<object>): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      type: row,
      isArray: true,
      description: 'The requested rows',
      headers: {
        'Content-Range': {
          description: 'Range of the returned rows, and total number of rows: `items 0-24/319`',
          schema: { type: 'string' },
        },
      },
    }),
  );
}

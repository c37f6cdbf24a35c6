import { applyDecorators, type Type } from '@nestjs/common';
import { ApiOkResponse } from '@nestjs/swagger';

/** Documents a handler that returns a page of rows. */
export function ApiPage(row: Type<object>): MethodDecorator {
  return applyDecorators(
    ApiOkResponse({
      type: row,
      isArray: true,
      description: 'The rows that were asked for',
      headers: {
        'Content-Range': {
          description: 'Which rows these are, and how many there are: `items 0-24/319`',
          schema: { type: 'string' },
        },
      },
    }),
  );
}

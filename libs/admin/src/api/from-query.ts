import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { Request } from 'express';
import { refusalOf } from '../errors/admin-error.js';
import { parseFields } from './parse-fields.js';

/**
 * Injects the query string as a DTO. Faults are refused with 400 and a reason for each field. Unknown fields are
 * faults, since they may be typing errors.
 * @param type class of the DTO, whose number fields need `NumberInQuery`
 */
export function FromQuery(type: Type<object>): ParameterDecorator {
  const decorate = fromQuery(type);
  return (target, method, index) => {
    decorate(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method!)!;
    (ApiQuery({ type }) as MethodDecorator)(target, method!, handler);
  };
}

/**
 * Converts a number from the text in a query string. Leaves other values unchanged, so that the field's validators
 * refuse them.
 */
export function NumberInQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
  );
}

/** @throws AdminError 400 with the faults */
function parseQuery<T extends object>(query: Record<string, unknown>, type: Type<T>): T {
  return parseFields(query, type, (faults) => refusalOf(faults, 'invalid_query'));
}

const fromQuery = createParamDecorator((type: Type<object>, context: ExecutionContext) =>
  parseQuery(context.switchToHttp().getRequest<Request>().query, type),
);

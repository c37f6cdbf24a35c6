import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import type { Request } from 'express';
import { refusalOf } from '../errors/admin-error.js';
import { parseFields } from './parse-fields.js';

/**
 * The query string of a handler as its DTO. A fault is 400 with a reason per field; a field that the DTO does not have
 * is one, never ignored: it may be a typing error.
 * @param type class of the DTO, with `NumberInQuery` on its numbers
 */
export function FromQuery(type: Type<object>): ParameterDecorator {
  const decorate = fromQuery(type);
  return (target, method, index) => {
    decorate(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method!)!;
    (ApiQuery({ type }) as MethodDecorator)(target, method!, handler);
  };
}

/** Reads a number, which a query string has as text. What is none is left to the rules of the field. */
export function NumberInQuery(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) =>
    typeof value === 'string' && /^\d{1,16}$/.test(value) ? Number(value) : value,
  );
}

/** @throws AdminError 400 saying what is wrong */
function parseQuery<T extends object>(query: Record<string, unknown>, type: Type<T>): T {
  return parseFields(query, type, (faults) => refusalOf(faults, 'invalid_query'));
}

const fromQuery = createParamDecorator((type: Type<object>, context: ExecutionContext) =>
  parseQuery(context.switchToHttp().getRequest<Request>().query, type),
);

import { createParamDecorator, type ExecutionContext, type Type } from '@nestjs/common';
import { validateSync } from 'class-validator';
import type { ClientHttpRequest } from '../caller.js';
import { ParameterError, type Reason } from '../errors/client-errors.js';
import type { ReasonKey } from '../errors/error-catalogue.js';
import { ParameterRules } from './parameter-rules.js';
import type { Parameters } from './read-parameters.js';

/**
 * Fills a handler's DTO with the parameters that it declares, and validates them.
 * @throws ParameterError
 */
function bindParameters(parameters: Parameters, type: Type<object>): object {
  const dto = new type() as Record<string, unknown>;
  const rules = ParameterRules.of(type);
  for (const field of rules.fields) dto[field] = parameters.get(field);
  const errors = rules.accept(dto) ? [] : validateSync(dto);
  if (errors.length > 0) {
    throw new ParameterError(
      Object.fromEntries(errors.map(({ property, constraints }) => [property, toReason(constraints)])),
    );
  }
  return dto;
}

const PARAMETERS_DTO = 'latchkey:parameters-dto';

/** Injects the request's parameters as the DTO class that the handler declares. */
export function FromParameters(): ParameterDecorator {
  return (target, method, index) => {
    const types = Reflect.getMetadata('design:paramtypes', target, method!) as Type<object>[];
    fromParameters(types[index]!)(target, method, index);
    Reflect.defineMetadata(PARAMETERS_DTO, types[index], (target as Record<PropertyKey, object>)[method!]!);
    for (const field of ParameterRules.of(types[index]!).fields) anywhere.add(field);
  };
}

/** Returns a handler's DTO class for the API document, or `undefined` if the handler takes no parameters of its own. */
export function parametersDtoOf(handler: object): Type<object> | undefined {
  return Reflect.getMetadata(PARAMETERS_DTO, handler) as Type<object> | undefined;
}

const COMMON = ['app_key', 'timestamp', 'nonce', 'sign'] as const;
const anywhere = new Set<string>(COMMON);
const byHandler = new WeakMap<object, ReadonlySet<string>>();

/** Returns the names of the parameters that a handler accepts, including the common ones. */
export function parametersOf(handler: object): ReadonlySet<string> {
  let known = byHandler.get(handler);
  if (!known) {
    const dto = parametersDtoOf(handler);
    byHandler.set(handler, (known = new Set([...COMMON, ...(dto ? ParameterRules.of(dto).fields : [])])));
  }
  return known;
}

/** Returns the names of the parameters that at least one handler accepts, including the common ones. */
export function parametersOfAll(): ReadonlySet<string> {
  return anywhere;
}

/** Creates the parameter decorator. A pipe would do the same, but Nest creates several promises for each pipe. */
const fromParameters = createParamDecorator((type: Type<object>, context: ExecutionContext) =>
  bindParameters(context.switchToHttp().getRequest<ClientHttpRequest>().caller!.parameters, type),
);

function toReason(constraints: Record<string, string> = {}): Reason {
  const [key, ...args] = Object.values(constraints)[0]!.split('|');
  return { key: key as ReasonKey, args };
}

import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { getMetadataStorage, validateSync } from 'class-validator';
import type { ClientHttpRequest } from '../caller.js';
import { ParameterError, parameterError, type Reason } from '../errors/client-errors.js';
import type { ReasonKey } from '../errors/error-catalogue.js';
import type { Parameters } from './read-parameters.js';

const FIELDS = new Map<Type<object>, string[]>();

/**
 * Fills a handler's DTO with the parameters it has rules for, and checks them.
 * @throws ParameterError
 */
@Injectable()
class BindParametersPipe implements PipeTransform<Parameters, object> {
  transform(parameters: Parameters, { metatype }: ArgumentMetadata): object {
    const dto = new metatype!() as Record<string, unknown>;
    const fields = fieldsOf(metatype as Type<object>);
    refuseOtherSplits(parameters, fields);
    for (const field of fields) dto[field] = parameters.get(field);
    const errors = validateSync(dto);
    if (errors.length > 0) {
      throw new ParameterError(
        Object.fromEntries(errors.map(({ property, constraints }) => [property, toReason(constraints)])),
      );
    }
    return dto;
  }
}

const PARAMETERS_DTO = 'latchkey:parameters-dto';

/** The request's parameters as the DTO class that the handler names. */
export function FromParameters(): ParameterDecorator {
  const decorate = fromParameters(BindParametersPipe);
  return (target, method, index) => {
    decorate(target, method, index);
    const types = Reflect.getMetadata('design:paramtypes', target, method!) as Type<object>[];
    Reflect.defineMetadata(PARAMETERS_DTO, types[index], (target as Record<PropertyKey, object>)[method!]!);
  };
}

/** The DTO class that a handler names, for the API document; undefined: it takes no parameters of its own. */
export function parametersDtoOf(handler: object): Type<object> | undefined {
  return Reflect.getMetadata(PARAMETERS_DTO, handler) as Type<object> | undefined;
}

const fromParameters = createParamDecorator(
  (_: unknown, context: ExecutionContext) =>
    context.switchToHttp().getRequest<ClientHttpRequest>().caller!.parameters,
);

/**
 * `params=a=b` signs the same whether `=b` belongs to the value or `params=a` is the name. Whoever holds up a request
 * could so make an optional parameter disappear.
 */
function refuseOtherSplits(parameters: Parameters, fields: string[]): void {
  for (const key of parameters.keys()) {
    const end = key.indexOf('=');
    if (end >= 0 && fields.includes(key.slice(0, end))) throw parameterError(key, 'parameter_name');
  }
}

function fieldsOf(type: Type<object>): string[] {
  let fields = FIELDS.get(type);
  if (!fields) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    fields = [...new Set(rules.map(({ propertyName }) => propertyName))];
    FIELDS.set(type, fields);
  }
  return fields;
}

function toReason(constraints: Record<string, string> = {}): Reason {
  const [key, ...args] = Object.values(constraints)[0]!.split('|');
  return { key: key as ReasonKey, args };
}

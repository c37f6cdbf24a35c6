import {
  type ArgumentMetadata,
  createParamDecorator,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  type Type,
} from '@nestjs/common';
import { validateSync } from 'class-validator';
import type { ClientHttpRequest } from '../caller.js';
import { ParameterError, parameterError, type Reason } from '../errors/client-errors.js';
import type { ReasonKey } from '../errors/error-catalogue.js';
import { ParameterRules } from './parameter-rules.js';
import type { Parameters } from './read-parameters.js';

/**
 * Fills a handler's DTO with the parameters it has rules for, and checks them.
 * @throws ParameterError
 */
@Injectable()
class BindParametersPipe implements PipeTransform<Parameters, object> {
  transform(parameters: Parameters, { metatype }: ArgumentMetadata): object {
    const dto = new metatype!() as Record<string, unknown>;
    const rules = ParameterRules.of(metatype as Type<object>);
    refuseOtherSplits(parameters, rules.fields);
    for (const field of rules.fields) dto[field] = parameters.get(field);
    const errors = rules.accept(dto) ? [] : validateSync(dto);
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
function refuseOtherSplits(parameters: Parameters, fields: readonly string[]): void {
  for (const key of parameters.keys()) {
    const end = key.indexOf('=');
    if (end >= 0 && fields.includes(key.slice(0, end))) throw parameterError(key, 'parameter_name');
  }
}

function toReason(constraints: Record<string, string> = {}): Reason {
  const [key, ...args] = Object.values(constraints)[0]!.split('|');
  return { key: key as ReasonKey, args };
}

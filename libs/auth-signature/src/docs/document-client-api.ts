import { applyDecorators, RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import {
  ApiBody,
  ApiConsumes,
  ApiExtraModels,
  ApiOperation,
  ApiQuery,
  ApiResponse,
  ApiSchema,
  ApiTags,
  DECORATORS,
  IntersectionType,
} from '@nestjs/swagger';
import { Envelope } from '../envelope/envelope.js';
import { STATUS_MESSAGES } from '../errors/error-catalogue.js';
import { CommonParameters } from '../parameters/common-parameters.dto.js';
import { parametersDtoOf } from '../parameters/from-parameters.js';
import { documentAnswer } from './document-answer.js';

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'];
/** The failures answered with an HTTP status of their own. 400 (a bad parameter) is answered with HTTP 200. */
const HTTP_FAILURES = Object.keys(STATUS_MESSAGES)
  .map(Number)
  .filter((status) => status !== 400);
const SAY_WHEN_TO_RETRY = new Set([429, 503]);
const OR_IN_BODY = 'The parameters may also be sent in the body, in every form that a POST accepts.';

/** Adds a controller of the client API to the API document: the location of its parameters, and its answers. */
export function DocumentClientApi(group: string): ClassDecorator {
  return applyDecorators(
    ApiTags(`Client: ${group.replace('/', ' ')}`),
    ApiExtraModels(Envelope),
    ...HTTP_FAILURES.map(documentFailure),
    documentHandlers,
  );
}

function documentFailure(status: number): ClassDecorator & MethodDecorator {
  const message = STATUS_MESSAGES[status]!.en;
  return ApiResponse({
    status,
    description: message,
    type: Envelope,
    example: { code: status, message },
    ...(SAY_WHEN_TO_RETRY.has(status) && {
      headers: { 'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } } },
    }),
  });
}

function documentHandlers(controller: { name: string; prototype: object }): void {
  const members = Object.getOwnPropertyDescriptors(controller.prototype);
  for (const [name, descriptor] of Object.entries(members)) {
    const handler = descriptor.value as object;
    const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
    if (method === undefined) continue;
    const document = applyDecorators(
      ApiOperation({
        // The summary, taken from the handler's docstring.
        ...(Reflect.getMetadata(DECORATORS.API_OPERATION, handler) as object | undefined),
        // The admin API has controllers with the same names.
        operationId: `client${controller.name.replace(/Controller$/, '')}${capitalized(name)}`,
        ...(method === RequestMethod.DELETE && { description: OR_IN_BODY }),
      }),
      ...documentParameters(handler, method),
      documentAnswer(handler),
    );
    document(controller.prototype, name, descriptor);
  }
}

function documentParameters(handler: object, method: RequestMethod): MethodDecorator[] {
  const type = requestOf(handler);
  return method === RequestMethod.POST
    ? [ApiConsumes(...BODY_TYPES), ApiBody({ type })]
    : [ApiQuery({ type })];
}

/** Creates a class with all parameters of a handler's request. */
function requestOf(handler: object): Type<object> {
  const dto = parametersDtoOf(handler);
  if (!dto) return CommonParameters;
  const request = IntersectionType(dto, CommonParameters);
  ApiSchema({ name: dto.name.replace(/Dto$/, 'Request') })(request);
  return request;
}

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

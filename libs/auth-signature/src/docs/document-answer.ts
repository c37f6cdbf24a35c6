import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, DECORATORS, getSchemaPath } from '@nestjs/swagger';
import { Envelope } from '../envelope/envelope.js';
import { CLIENT_ERRORS, type ClientErrorName, STATUS_MESSAGES } from '../errors/error-catalogue.js';
import { refusalsOf } from './refuses.decorator.js';

/** Refusals that every endpoint can answer, besides code 400 for a bad parameter. */
const COMMON_REFUSALS: ClientErrorName[] = [
  'SIGNATURE_MISMATCH',
  'SIGNATURE_EXPIRED',
  'TIMESTAMP_IN_FUTURE',
  'NONCE_REPEATED',
  'SOFTWARE_UNKNOWN',
  'BLOCKED',
];

/** A code that an endpoint answers, with its meaning. */
interface DocumentedCode {
  readonly code: number;
  readonly en: string;
}

/** Documents a handler's response: the envelope around its result, and its codes. */
export function documentAnswer(handler: object): MethodDecorator {
  const own = refusalsOf(handler).map((name) => CLIENT_ERRORS[name]);
  const common = COMMON_REFUSALS.map((name) => CLIENT_ERRORS[name]);
  const codes = [{ code: 0, en: 'ok' }, ...own, { code: 400, en: STATUS_MESSAGES[400]!.en }, ...common];
  return DocumentEnvelope(resultOf(handler), codes);
}

/** Documents a response: the envelope around a result, and its codes. */
export function DocumentEnvelope(
  result: Type<object> | undefined,
  codes: readonly DocumentedCode[],
): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(...(result ? [result] : [])),
    ApiResponse({
      status: 200,
      // Replaces the type that the compiler plugin set, since the result is inside the envelope.
      type: undefined,
      description: codeTable(codes),
      schema: {
        allOf: [
          { $ref: getSchemaPath(Envelope) },
          {
            type: 'object',
            properties: {
              // Several refusals may share a code.
              code: { type: 'integer', enum: [...new Set(codes.map(({ code }) => code))] },
              ...(result && { result: { $ref: getSchemaPath(result) } }),
            },
          },
        ],
      },
    }),
  );
}

/**
 * Returns the class of a handler's result, or undefined if it has none. The class is known only if the compiler plugin
 * of @nestjs/swagger ran.
 */
function resultOf(handler: object): Type<object> | undefined {
  const responses = Reflect.getMetadata(DECORATORS.API_RESPONSE, handler) as
    Record<string, { type?: Type<object> }> | undefined;
  return responses?.[200]?.type;
}

function codeTable(codes: readonly DocumentedCode[]): string {
  // Refusals with the same message share a row.
  const rows = new Set(codes.map(({ code, en }) => `| ${code} | ${en} |`));
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}

import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, DECORATORS, getSchemaPath } from '@nestjs/swagger';
import { Envelope } from '../envelope/envelope.js';
import { CLIENT_ERRORS, type ClientErrorName, STATUS_MESSAGES } from '../errors/error-catalogue.js';
import { refusalsOf } from './refuses.decorator.js';

/** What every endpoint refuses with, beside a bad parameter. */
const COMMON_REFUSALS: ClientErrorName[] = [
  'SIGNATURE_MISMATCH',
  'SIGNATURE_EXPIRED',
  'TIMESTAMP_IN_FUTURE',
  'NONCE_REPEATED',
  'SOFTWARE_UNKNOWN',
  'BLOCKED',
];

/** Documents the envelope that a handler is answered with, around its result and with its codes. */
export function documentAnswer(handler: object): MethodDecorator {
  const result = resultOf(handler);
  const own = refusalsOf(handler).map((name) => CLIENT_ERRORS[name]);
  const common = COMMON_REFUSALS.map((name) => CLIENT_ERRORS[name]);
  const codes = [{ code: 0, en: 'ok' }, ...own, { code: 400, en: STATUS_MESSAGES[400]!.en }, ...common];
  return applyDecorators(
    ApiExtraModels(...(result ? [result] : [])),
    ApiResponse({
      status: 200,
      // The result's own, which stands inside the envelope now.
      type: undefined,
      description: codeTable(codes),
      schema: {
        allOf: [
          { $ref: getSchemaPath(Envelope) },
          {
            type: 'object',
            properties: {
              // Two refusals may have one code.
              code: { type: 'integer', enum: [...new Set(codes.map(({ code }) => code))] },
              ...(result && { result: { $ref: getSchemaPath(result) } }),
            },
          },
        ],
      },
    }),
  );
}

/** The class of what a handler returns, known where the compiler plugin of @nestjs/swagger ran; none: no result. */
function resultOf(handler: object): Type<object> | undefined {
  const responses = Reflect.getMetadata(DECORATORS.API_RESPONSE, handler) as
    Record<string, { type?: Type<object> }> | undefined;
  return responses?.[200]?.type;
}

function codeTable(codes: readonly { code: number; en: string }[]): string {
  // Refusals that say the same are one row.
  const rows = new Set(codes.map(({ code, en }) => `| ${code} | ${en} |`));
  return ['| code | meaning |', '| --- | --- |', ...rows].join('\n');
}

import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { TemplateValue } from '@app/platform';
import { type ErrorCode, MESSAGES } from './problem.js';

/** Something that is wrong, for programs and for people. */
@ApiSchema({ name: 'AdminProblem' })
export class ProblemDto {
  /** What it is. Codes do not change. */
  @ApiProperty({ enum: Object.keys(MESSAGES), enumName: 'AdminErrorCode' })
  code!: ErrorCode;

  /** What the words are made of, by name, such as `{"min":1,"max":100}`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
  })
  params!: Readonly<Record<string, TemplateValue>>;

  /** The same in English, which may be worded better one day. */
  message!: string;
}

/** What every refusal of the admin API looks like. */
@ApiSchema({ name: 'AdminError' })
export class AdminErrorDto extends ProblemDto {
  /** The HTTP status. */
  statusCode!: number;

  /** Why fields are refused, by their names (`duration.amount` for nested ones): the messages of `faults`. */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  errors?: Record<string, string>;

  /** The same for programs. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(ProblemDto) } })
  faults?: Record<string, ProblemDto>;

  /** Of a fault of the server: the id under which its log tells more. */
  requestId?: string;
}

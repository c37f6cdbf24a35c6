import { ApiProperty, ApiSchema, getSchemaPath } from '@nestjs/swagger';
import type { TemplateValue } from '@app/platform';
import { type ErrorCode, MESSAGES } from './messages.js';

/** A problem, described for programs and for people. */
@ApiSchema({ name: 'AdminProblem' })
export class ProblemDto {
  /** Stable code of the problem. */
  @ApiProperty({ enum: Object.keys(MESSAGES), enumName: 'AdminErrorCode' })
  code!: ErrorCode;

  /** Parameters of the message by name, such as `{"min":1,"max":100}`. */
  @ApiProperty({
    type: 'object',
    additionalProperties: {
      oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'array', items: { type: 'string' } }],
    },
  })
  params!: Readonly<Record<string, TemplateValue>>;

  /** The problem in English; the wording may improve over time. */
  message!: string;
}

/** The form of every refusal of the admin API. */
@ApiSchema({ name: 'AdminError' })
export class AdminErrorDto extends ProblemDto {
  /** The HTTP status. */
  statusCode!: number;

  /** The messages of `faults`, by field name (`duration.amount` for nested fields). */
  @ApiProperty({ type: 'object', additionalProperties: { type: 'string' } })
  errors?: Record<string, string>;

  /** Faults by field name, for programs. */
  @ApiProperty({ type: 'object', additionalProperties: { $ref: getSchemaPath(ProblemDto) } })
  faults?: Record<string, ProblemDto>;

  /** Request id, only for server errors. The server's log contains details under this id. */
  requestId?: string;
}

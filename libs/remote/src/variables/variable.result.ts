import { ApiProperty } from '@nestjs/swagger';

/** Response when reading a variable (contract: GET /remote/variables/:key). */
export class VariableResult {
  /**
   * The variable's value.
   * @example hello
   */
  @ApiProperty()
  value!: string;

  /**
   * Server time in epoch seconds.
   * @example 1798712999
   */
  @ApiProperty({ type: 'integer' })
  time!: number;

  /**
   * Check value according to the variable's rule: the value's MD5 in lowercase hex, its CRC32 as an unsigned 32-bit
   * integer, or a fixed text. Absent if the variable has no rule.
   */
  @ApiProperty({
    oneOf: [{ type: 'string' }, { type: 'integer' }],
    example: '5d41402abc4b2a76b9719d911017c592',
  })
  check?: string | number;
}

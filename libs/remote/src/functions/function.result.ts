import { ApiProperty } from '@nestjs/swagger';

/** Response of a function call. */
export class FunctionResult {
  /**
   * JSON text of the value that the function returned, at most 64 KiB; `null` when it returned none.
   * @example 42
   */
  @ApiProperty()
  return!: string;

  /** Uses left after the call; absent when the function costs none. */
  @ApiProperty({ type: 'integer', example: 97 })
  uses_left?: number;
}

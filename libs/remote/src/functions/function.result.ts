import { ApiProperty } from '@nestjs/swagger';

/** Response of a function call. */
export class FunctionResult {
  /**
   * JSON text of the value that the function returned, at most 64 KiB; the text `null` if it returned no value.
   * @example 42
   */
  @ApiProperty()
  return!: string;

  /** Uses left after the call; absent if the function costs no uses, or a trial calls it. */
  @ApiProperty({ type: 'integer', example: 97 })
  uses_left?: number;
}

import { ApiProperty } from '@nestjs/swagger';

/** What a call of a function answers. */
export class FunctionResult {
  /**
   * JSON text of the value that the function returned, at most 64 KiB; `null` when it returned none.
   * @example 42
   */
  @ApiProperty()
  return!: string;
}

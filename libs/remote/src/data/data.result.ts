import { ApiProperty } from '@nestjs/swagger';

/** Response when reading data. */
export class DataResult {
  /**
   * The value as written, at most 64 KiB.
   * @example hello
   */
  @ApiProperty()
  value!: string;
}

import { ApiProperty } from '@nestjs/swagger';

/** What reading data answers. */
export class DataResult {
  /**
   * The value as it was written, at most 64 KiB.
   * @example hello
   */
  @ApiProperty()
  value!: string;
}

import { ApiProperty } from '@nestjs/swagger';

/** What GET /software/config answers. */
export class SoftwareConfigResult {
  /** The software's configuration, JSON text; empty when never set. */
  @ApiProperty({ example: '{"theme":"dark"}' })
  config!: string;
}

/** What GET /software/notice answers. */
export class NoticeResult {
  /**
   * The current notice; empty when there is none.
   * @example "Maintenance on Sunday"
   */
  @ApiProperty()
  notice!: string;
}

/** What GET /software/version/latest answers. */
export class LatestVersion {
  /**
   * What is new in it.
   * @example "Starts faster"
   */
  @ApiProperty()
  notice!: string;

  /**
   * Where to get it.
   * @example https://example.com/my-program-1.10.0.zip
   */
  @ApiProperty()
  url!: string;

  /**
   * As it was entered, with its `v` if it has one.
   * @example 1.10.0
   */
  @ApiProperty()
  version!: string;

  /**
   * Server time in epoch seconds.
   * @example 1798712999
   */
  @ApiProperty({ type: 'integer' })
  server_time!: number;
}

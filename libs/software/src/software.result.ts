import { ApiProperty } from '@nestjs/swagger';

/** Response of GET /software/config. */
export class SoftwareConfigResult {
  /** The software's configuration as JSON text; empty if it was never set. */
  @ApiProperty({ example: '{"theme":"dark"}' })
  config!: string;
}

/** Response of GET /software/notice. */
export class NoticeResult {
  /**
   * The current notice; empty if there is none.
   * @example "Maintenance on Sunday"
   */
  @ApiProperty()
  notice!: string;
}

/** The latest version in a release channel, such as `stable`. */
export class LatestVersion {
  /**
   * Release notes.
   * @example "Starts faster"
   */
  @ApiProperty()
  notice!: string;

  /**
   * Download address.
   * @example https://example.com/my-program-1.10.0.zip
   */
  @ApiProperty()
  url!: string;

  /**
   * The version as entered, including its `v` if any.
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

/** Response of GET /software/version/latest. */
export class LatestVersionResult extends LatestVersion {
  /**
   * 1 if the client must update, because its version is older than one that the seller requires. Absent in all other
   * cases, also if the request has no `version`.
   * @example 1
   */
  @ApiProperty({ type: 'integer', required: false })
  forced?: number;
}

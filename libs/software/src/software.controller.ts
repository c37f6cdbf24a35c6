import { Get } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import { DEFAULT_CHANNEL } from '@app/database';
import { LatestVersionService } from './latest-version.service.js';
import { LatestVersionDto } from './software.dto.js';
import type { LatestVersionResult, NoticeResult, SoftwareConfigResult } from './software.result.js';

/** Software endpoints (contract: Endpoints, Software). */
@ClientApi('software')
export class SoftwareController {
  constructor(private readonly versions: LatestVersionService) {}

  /** Returns the software's configuration. */
  @Get('config')
  getConfig(@FromCaller() { application }: Caller): SoftwareConfigResult {
    return { config: application.config };
  }

  /** Returns the current notice. */
  @Get('notice')
  getNotice(@FromCaller() { application }: Caller): NoticeResult {
    return { notice: application.notice };
  }

  /** Returns the latest version if it is newer than the client's. */
  @Get('version/latest')
  @Refuses('ALREADY_LATEST')
  getLatestVersion(
    @FromCaller() caller: Caller,
    @FromParameters() { version, channel }: LatestVersionDto,
  ): Promise<LatestVersionResult> {
    return this.versions.get(caller, channel ?? DEFAULT_CHANNEL, version);
  }
}

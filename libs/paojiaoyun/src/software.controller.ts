import { Get } from '@nestjs/common';
import { type Caller, FromCaller, FromParameters, Refuses } from '@app/auth-signature';
import { DEFAULT_CHANNEL } from '@app/database';
import { parseVersion } from '@app/platform';
import { type LatestVersion, LatestVersionService } from '@app/software';
import { PaojiaoyunApi } from './paojiaoyun-api.decorator.js';
import { PaojiaoyunVersionDto } from './paojiaoyun.dto.js';

@PaojiaoyunApi('software')
export class PaojiaoyunSoftwareController {
  constructor(private readonly versions: LatestVersionService) {}

  /** Returns the latest version of the channel `stable` if it is newer than the client's. */
  @Get('latest_ver')
  @Refuses('ALREADY_LATEST')
  async getLatestVersion(
    @FromCaller() caller: Caller,
    @FromParameters() { version = '' }: PaojiaoyunVersionDto,
  ): Promise<LatestVersion> {
    const latest = await this.versions.get(caller, DEFAULT_CHANNEL, parseVersion(version) && version);
    // Clients of 泡椒云 do not know `forced`.
    return {
      notice: latest.notice,
      url: latest.url,
      version: latest.version,
      server_time: latest.server_time,
    };
  }
}

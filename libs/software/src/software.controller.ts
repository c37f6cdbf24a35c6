import { Get } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters } from '@app/auth-signature';
import { DEFAULT_CHANNEL } from '@app/database';
import { type LatestVersion, LatestVersionService } from './latest-version.service.js';
import { LatestVersionDto } from './software.dto.js';

/** The software endpoints (contract: Endpoints, Software). */
@ClientApi('software')
export class SoftwareController {
  constructor(private readonly versions: LatestVersionService) {}

  @Get('config')
  getConfig(@FromCaller() { application }: Caller): { config: string } {
    return { config: application.config };
  }

  @Get('notice')
  getNotice(@FromCaller() { application }: Caller): { notice: string } {
    return { notice: application.notice };
  }

  @Get('version/latest')
  getLatestVersion(
    @FromCaller() caller: Caller,
    @FromParameters() { version, channel }: LatestVersionDto,
  ): Promise<LatestVersion> {
    return this.versions.get(caller, channel ?? DEFAULT_CHANNEL, version);
  }
}

import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { LatestVersionService } from './latest-version.service.js';
import { SoftwareController } from './software.controller.js';

/** Information for clients about the software itself. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [SoftwareController],
  providers: [LatestVersionService],
  exports: [LatestVersionService],
})
export class SoftwareModule {}

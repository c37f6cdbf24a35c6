import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { PasswordLoginService } from './password-login.service.js';
import { RegistrationService } from './registration.service.js';
import { UserController } from './user.controller.js';

/** User mode of the client API. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [UserController],
  providers: [PasswordLoginService, RegistrationService],
})
export class UserModule {}

import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { PasswordChangeService } from './password-change.service.js';
import { PasswordCheck } from './password-check.js';
import { PasswordLoginService } from './password-login.service.js';
import { RegistrationService } from './registration.service.js';
import { UserController } from './user.controller.js';

/** The client API for programs in which users log in with a name and a password instead of a card. */
@Module({
  imports: [AuthSignatureModule],
  controllers: [UserController],
  providers: [PasswordChangeService, PasswordCheck, PasswordLoginService, RegistrationService],
})
export class UserModule {}

import { Module } from '@nestjs/common';
import { AuthSignatureModule } from '@app/auth-signature';
import { DataController } from './data/data.controller.js';
import { DataService } from './data/data.service.js';
import { FunctionsModule } from './functions/functions.module.js';
import { VariablesController } from './variables/variables.controller.js';
import { VariablesService } from './variables/variables.service.js';

/** What clients use of the server's own store: variables, data and functions. */
@Module({
  imports: [AuthSignatureModule, FunctionsModule],
  controllers: [VariablesController, DataController],
  providers: [VariablesService, DataService],
})
export class RemoteModule {}

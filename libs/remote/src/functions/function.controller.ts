import { HttpCode, Post } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters, RemoteNameFromPath } from '@app/auth-signature';
import { CallFunctionDto } from './function.dto.js';
import { FunctionService } from './function.service.js';

/** Remote functions (contract: Endpoints, Remote). */
@ClientApi('remote/functions')
export class FunctionController {
  constructor(private readonly functions: FunctionService) {}

  @Post(':name/call')
  @HttpCode(200)
  call(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('name') name: string,
    @FromParameters() { params }: CallFunctionDto,
  ): Promise<{ return: string }> {
    return this.functions.call(caller, name, params);
  }
}

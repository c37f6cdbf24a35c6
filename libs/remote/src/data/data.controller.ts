import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import { type Caller, ClientApi, FromCaller, FromParameters, RemoteNameFromPath } from '@app/auth-signature';
import { DataDto, WriteDataDto } from './data.dto.js';
import { DataService } from './data.service.js';

/** Remote data (contract: Endpoints, Remote). */
@ClientApi('remote/data')
export class DataController {
  constructor(private readonly data: DataService) {}

  @Get(':key')
  get(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, kami }: DataDto,
  ): Promise<{ value: string }> {
    return this.data.get(caller, { key, scope, kami });
  }

  @Post(':key')
  @HttpCode(200)
  write(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, kami, action, value }: WriteDataDto,
  ): Promise<void> {
    const address = { key, scope, kami };
    return action === 'create'
      ? this.data.create(caller, address, value)
      : this.data.update(caller, address, value);
  }

  @Delete(':key')
  delete(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, kami }: DataDto,
  ): Promise<void> {
    return this.data.delete(caller, { key, scope, kami });
  }
}

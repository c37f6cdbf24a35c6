import { Delete, Get, HttpCode, Post } from '@nestjs/common';
import {
  type Caller,
  ClientApi,
  FromCaller,
  FromParameters,
  Refuses,
  RemoteNameFromPath,
} from '@app/auth-signature';
import { DataDto, WriteDataDto } from './data.dto.js';
import type { DataResult } from './data.result.js';
import { DataService } from './data.service.js';

/** Remote data (contract: Endpoints, Remote). */
@ClientApi('remote/data')
export class DataController {
  constructor(private readonly data: DataService) {}

  /** Returns a value. */
  @Get(':key')
  @Refuses('DATA_UNKNOWN', 'CARD_UNAVAILABLE')
  get(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, cardName }: DataDto,
  ): Promise<DataResult> {
    return this.data.get(caller, { key, scope, card: cardName });
  }

  /** Creates or updates a value. */
  @Post(':key')
  @HttpCode(200)
  @Refuses('DATA_UNKNOWN', 'DATA_EXISTS', 'DATA_QUOTA', 'CARD_UNAVAILABLE')
  write(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, cardName, action, value }: WriteDataDto,
  ): Promise<void> {
    const address = { key, scope, card: cardName };
    return action === 'create'
      ? this.data.create(caller, address, value)
      : this.data.update(caller, address, value);
  }

  /** Deletes a value. */
  @Delete(':key')
  @Refuses('DATA_UNKNOWN', 'CARD_UNAVAILABLE')
  delete(
    @FromCaller() caller: Caller,
    @RemoteNameFromPath('key') key: string,
    @FromParameters() { scope, cardName }: DataDto,
  ): Promise<void> {
    return this.data.delete(caller, { key, scope, card: cardName });
  }
}

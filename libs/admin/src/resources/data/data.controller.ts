import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { FromQuery } from '../../api/from-query.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import { DocumentStatuses } from '../../api/document-statuses.decorator.js';
import type { Page } from '../../api/page.js';
import {
  CreateRemoteDataDto,
  DataUsageDto,
  DataUsageQuery,
  EditRemoteDataDto,
  RemoteDataDto,
} from './data.dto.js';
import { DATA_SORTS, DataFilter } from './data.resource.js';
import { RemoteDataService } from './remote-data.service.js';

/** Remote data, which clients read and write. */
@AdminApi('data', 'remote data')
export class DataController {
  constructor(private readonly data: RemoteDataService) {}

  /** Lists remote data. */
  @Get()
  @ApiPage(RemoteDataDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(DataFilter, DATA_SORTS) query: ListQuery<DataFilter>,
  ): Promise<Page<RemoteDataDto>> {
    return this.data.list(actor, query);
  }

  /** Shows how much of the quota is used by the data of an application (scope `app`) or of a card. */
  @Get('usage')
  @DocumentStatuses(422)
  @Allow('viewer')
  usage(
    @CurrentActor() actor: Actor,
    @FromQuery(DataUsageQuery) query: DataUsageQuery,
  ): Promise<DataUsageDto> {
    return this.data.usage(actor, query);
  }

  /** Shows a value. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RemoteDataDto> {
    return this.data.get(actor, id);
  }

  /** Creates a value of the application or of a card. */
  @Post()
  @Allow('manager')
  create(@CurrentActor() actor: Actor, @Body() dto: CreateRemoteDataDto): Promise<RemoteDataDto> {
    return this.data.create(actor, dto);
  }

  /** Changes a value or its key. */
  @Patch(':id')
  @Allow('manager')
  update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditRemoteDataDto,
  ): Promise<RemoteDataDto> {
    return this.data.update(actor, id, dto);
  }

  /** Deletes a value. */
  @Delete(':id')
  @Allow('manager')
  delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RemoteDataDto> {
    return this.data.delete(actor, id);
  }
}

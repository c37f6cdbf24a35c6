import { Body, Get, HttpCode, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { EditDto } from '../../crud/edit.dto.js';
import { IdFilter } from '../../crud/filters.js';
import { toDto } from '../../crud/resource.js';
import type { RemoteFunctionDto } from './function.dto.js';
import { FUNCTION_FIELDS } from './function.resource.js';
import { FunctionService } from './function.service.js';
import { FunctionHistory } from './function-history.js';
import {
  FUNCTION_CALL_SORTS,
  FUNCTION_VERSION_SORTS,
  FunctionCallDto,
  FunctionCallFilter,
  type FunctionVersionDto,
  ListedFunctionVersionDto,
} from './function-history.dto.js';

/** The versions of a function and its latest calls. */
@AdminApi('functions/:id', 'functions')
export class FunctionHistoryController {
  constructor(
    private readonly history: FunctionHistory,
    private readonly functions: FunctionService,
  ) {}

  /** Lists the versions of a function, newest first, without their sources. */
  @Get('versions')
  @ApiPage(ListedFunctionVersionDto)
  @Allow('viewer')
  versions(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @ListParams(IdFilter, FUNCTION_VERSION_SORTS) query: ListQuery<IdFilter>,
  ): Promise<Page<ListedFunctionVersionDto>> {
    return this.history.versions(actor, id, query);
  }

  /** Shows a version of a function with its source. */
  @Get('versions/:version')
  @Allow('viewer')
  version(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Param('version', ParseIntPipe) version: number,
  ): Promise<FunctionVersionDto> {
    return this.history.version(actor, id, version);
  }

  /** Restores a version by saving its source as a new version. */
  @Post('versions/:version/restore')
  @HttpCode(200)
  @Allow('manager')
  async restore(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Param('version', ParseIntPipe) version: number,
    @Body() { rowVersion }: EditDto,
  ): Promise<RemoteFunctionDto> {
    return toDto(await this.functions.restore(actor, id, version, rowVersion), FUNCTION_FIELDS);
  }

  /** Lists the latest calls of a function by clients, newest first: at most 100 successful and 100 failed calls. */
  @Get('calls')
  @ApiPage(FunctionCallDto)
  @Allow('viewer')
  calls(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @ListParams(FunctionCallFilter, FUNCTION_CALL_SORTS) query: ListQuery<FunctionCallFilter>,
  ): Promise<Page<FunctionCallDto>> {
    return this.history.calls(actor, id, query);
  }
}

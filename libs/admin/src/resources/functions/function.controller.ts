import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { AppConfig } from '@app/platform';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CreateFunctionDto, EditFunctionDto, ListedFunctionDto, RemoteFunctionDto } from './function.dto.js';
import {
  FUNCTION_FIELDS,
  FUNCTION_SORTS,
  FunctionFilter,
  FUNCTIONS,
  LISTED_FUNCTION_FIELDS,
} from './function.resource.js';
import { FunctionHistory } from './function-history.js';
import { FunctionService } from './function.service.js';
import type { FunctionLimitsDto } from './function-test.dto.js';

/** Functions that clients call on the server. A change takes effect with the next call of the function. */
@AdminApi('functions', 'functions')
export class FunctionController {
  constructor(
    private readonly crud: CrudService,
    private readonly functions: FunctionService,
    private readonly history: FunctionHistory,
    private readonly config: AppConfig,
  ) {}

  /** Shows the server's own limits, which no function can exceed. */
  @Get('limits')
  @Allow('viewer')
  limits(): FunctionLimitsDto {
    return toDto(this.config.functions, ['timeoutMs', 'memoryMb']);
  }

  /** Lists functions, without their sources, with the number of their calls in the last 24 hours. */
  @Get()
  @ApiPage(ListedFunctionDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(FunctionFilter, FUNCTION_SORTS) query: ListQuery<FunctionFilter>,
  ): Promise<Page<ListedFunctionDto>> {
    const page = await this.crud.list(actor, FUNCTIONS, query);
    const calls = await this.history.recentCalls(page.rows, actor.now);
    return page.map((row) => {
      const { calls: recentCalls, failures: recentFailures } = calls.get(row.id) ?? { calls: 0, failures: 0 };
      return Object.assign(toDto(row, LISTED_FUNCTION_FIELDS), { recentCalls, recentFailures });
    });
  }

  /** Shows a function with its source. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RemoteFunctionDto> {
    return shown(await this.crud.get(actor, FUNCTIONS, id));
  }

  /** Creates a function. */
  @Post()
  @Allow('manager')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateFunctionDto): Promise<RemoteFunctionDto> {
    return shown(await this.functions.create(actor, dto));
  }

  /** Changes a function; a new source is stored as its next version. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditFunctionDto,
  ): Promise<RemoteFunctionDto> {
    return shown(await this.functions.update(actor, id, dto));
  }

  /** Deletes a function with its versions. */
  @Delete(':id')
  @Allow('manager')
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<RemoteFunctionDto> {
    return shown(await this.crud.delete(actor, FUNCTIONS, id));
  }
}

function shown(row: RemoteFunctionDto): RemoteFunctionDto {
  return toDto(row, FUNCTION_FIELDS);
}

import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { AppConfig } from '@app/platform';
import { Acting, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { Listed } from '../../api/listed.decorator.js';
import { Listing, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { RecordService } from '../../records/record.service.js';
import { present } from '../../records/resource.js';
import { CreateFunctionDto, EditFunctionDto, ListedFunctionDto, RemoteFunctionDto } from './function.dto.js';
import {
  FUNCTION_FIELDS,
  FUNCTION_SORTS,
  FunctionFilter,
  FUNCTIONS,
  LISTED_FUNCTION_FIELDS,
} from './function.resource.js';
import { FunctionService } from './function.service.js';
import type { FunctionLimitsDto } from './function-test.dto.js';

/** Functions that clients have the server run. A change is what their next call runs. */
@AdminApi('functions', 'functions')
export class FunctionController {
  constructor(
    private readonly records: RecordService,
    private readonly functions: FunctionService,
    private readonly config: AppConfig,
  ) {}

  /** Shows the server's own limits, which no function can exceed. */
  @Get('limits')
  @Allow('viewer')
  limits(): FunctionLimitsDto {
    return present(this.config.functions, ['timeoutMs', 'memoryMb']);
  }

  /** Lists functions, without their sources. */
  @Get()
  @Listed(ListedFunctionDto)
  @Allow('viewer')
  async list(
    @Acting() actor: Actor,
    @Listing(FunctionFilter, FUNCTION_SORTS) query: ListQuery<FunctionFilter>,
  ): Promise<Page<ListedFunctionDto>> {
    const page = await this.records.list(actor, FUNCTIONS, query);
    return page.map((row) => present(row, LISTED_FUNCTION_FIELDS));
  }

  /** Shows a function with its source. */
  @Get(':id')
  @Allow('viewer')
  async get(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RemoteFunctionDto> {
    return shown(await this.records.get(actor, FUNCTIONS, id));
  }

  /** Creates a function. */
  @Post()
  @Allow('manager')
  async create(@Acting() actor: Actor, @Body() dto: CreateFunctionDto): Promise<RemoteFunctionDto> {
    return shown(await this.functions.create(actor, dto));
  }

  /** Changes a function; a new source is kept as its next version. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @Acting() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditFunctionDto,
  ): Promise<RemoteFunctionDto> {
    return shown(await this.functions.update(actor, id, dto));
  }

  /** Deletes a function with its versions. */
  @Delete(':id')
  @Allow('manager')
  async delete(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<RemoteFunctionDto> {
    return shown(await this.records.delete(actor, FUNCTIONS, id));
  }
}

function shown(row: RemoteFunctionDto): RemoteFunctionDto {
  return present(row, FUNCTION_FIELDS);
}

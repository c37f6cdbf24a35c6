import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CreateVariableDto, EditVariableDto, VariableDto } from './variable.dto.js';
import { VARIABLE_FIELDS, VARIABLE_SORTS, VariableFilter, VARIABLES } from './variable.resource.js';
import { VariableService } from './variable.service.js';

/** Remote variables, which clients read. A client sees a change the next time it reads the variable. */
@AdminApi('variables', 'variables')
export class VariableController {
  constructor(
    private readonly crud: CrudService,
    private readonly variables: VariableService,
  ) {}

  /** Lists variables. */
  @Get()
  @ApiPage(VariableDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(VariableFilter, VARIABLE_SORTS) query: ListQuery<VariableFilter>,
  ): Promise<Page<VariableDto>> {
    return (await this.crud.list(actor, VARIABLES, query)).map(shown);
  }

  /** Shows a variable. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<VariableDto> {
    return shown(await this.crud.get(actor, VARIABLES, id));
  }

  /** Creates a variable. */
  @Post()
  @Allow('manager')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateVariableDto): Promise<VariableDto> {
    return shown(await this.variables.create(actor, dto));
  }

  /** Changes a variable; a new value is stored as its next version. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditVariableDto,
  ): Promise<VariableDto> {
    return shown(await this.variables.update(actor, id, dto));
  }

  /** Deletes a variable with its versions. */
  @Delete(':id')
  @Allow('manager')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<VariableDto> {
    return shown(await this.crud.delete(actor, VARIABLES, id));
  }
}

function shown(variable: VariableDto): VariableDto {
  return toDto(variable, VARIABLE_FIELDS);
}

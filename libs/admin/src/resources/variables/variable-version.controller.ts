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
import type { VariableDto } from './variable.dto.js';
import { VARIABLE_FIELDS } from './variable.resource.js';
import { VariableService } from './variable.service.js';
import {
  ListedVariableVersionDto,
  VARIABLE_VERSION_SORTS,
  type VariableVersionDto,
} from './variable-version.dto.js';

/** The versions of a variable. */
@AdminApi('variables/:id/versions', 'variables')
export class VariableVersionController {
  constructor(private readonly variables: VariableService) {}

  /** Lists the versions of a variable, newest first, without their values. */
  @Get()
  @ApiPage(ListedVariableVersionDto)
  @Allow('viewer')
  versions(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @ListParams(IdFilter, VARIABLE_VERSION_SORTS) query: ListQuery<IdFilter>,
  ): Promise<Page<ListedVariableVersionDto>> {
    return this.variables.versions(actor, id, query);
  }

  /** Shows a version of a variable with its value. */
  @Get(':version')
  @Allow('viewer')
  version(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Param('version', ParseIntPipe) version: number,
  ): Promise<VariableVersionDto> {
    return this.variables.version(actor, id, version);
  }

  /** Restores a version by saving its value as a new version. */
  @Post(':version/restore')
  @HttpCode(200)
  @Allow('manager')
  async restore(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Param('version', ParseIntPipe) version: number,
    @Body() { rowVersion }: EditDto,
  ): Promise<VariableDto> {
    return toDto(await this.variables.restore(actor, id, version, rowVersion), VARIABLE_FIELDS);
  }
}

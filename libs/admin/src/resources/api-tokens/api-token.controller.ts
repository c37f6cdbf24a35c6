import { Body, Delete, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import {
  API_TOKEN_SORTS,
  ApiTokenDto,
  ApiTokenFilter,
  CreateApiTokenDto,
  type NewApiTokenDto,
} from './api-token.dto.js';
import { ApiTokenService } from './api-token.service.js';

@AdminApi('api-tokens', 'API tokens')
export class ApiTokenController {
  constructor(private readonly tokens: ApiTokenService) {}

  /**
   * Lists the caller's API tokens. Owners see the tokens of all administrators. A token that is limited to certain
   * applications sees only itself.
   */
  @Get()
  @ApiPage(ApiTokenDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @ListParams(ApiTokenFilter, API_TOKEN_SORTS) query: ListQuery<ApiTokenFilter>,
  ): Promise<Page<ApiTokenDto>> {
    return this.tokens.list(actor, query);
  }

  /** Shows the properties of an API token, but not the token itself. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApiTokenDto> {
    return this.tokens.get(actor, id);
  }

  /** Creates an API token and returns the token itself, which is not shown again. */
  @Post()
  @Allow('viewer', { inPerson: true })
  create(@CurrentActor() actor: Actor, @Body() dto: CreateApiTokenDto): Promise<NewApiTokenDto> {
    return this.tokens.create(actor, dto);
  }

  /** Revokes an API token with immediate effect. */
  @Delete(':id')
  @Allow('viewer', { inPerson: true })
  revoke(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApiTokenDto> {
    return this.tokens.revoke(actor, id);
  }
}

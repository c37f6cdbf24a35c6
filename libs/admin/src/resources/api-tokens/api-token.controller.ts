import { Body, Delete, Get, Param, ParseIntPipe, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { Listed } from '../../api/listed.decorator.js';
import { Listing, type ListQuery } from '../../api/list-query.js';
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

  /** Lists one's own API tokens; owners see everybody's. */
  @Get()
  @Listed(ApiTokenDto)
  @Allow('viewer')
  list(
    @CurrentActor() actor: Actor,
    @Listing(ApiTokenFilter, API_TOKEN_SORTS) query: ListQuery<ApiTokenFilter>,
  ): Promise<Page<ApiTokenDto>> {
    return this.tokens.list(actor, query);
  }

  /** Shows an API token, though not the token itself. */
  @Get(':id')
  @Allow('viewer')
  get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApiTokenDto> {
    return this.tokens.get(actor, id);
  }

  /** Makes an API token and shows it, this once. */
  @Post()
  @Allow('viewer', { inPerson: true })
  create(@CurrentActor() actor: Actor, @Body() dto: CreateApiTokenDto): Promise<NewApiTokenDto> {
    return this.tokens.create(actor, dto);
  }

  /** Revokes an API token: it opens nothing from now on. */
  @Delete(':id')
  @Allow('viewer', { inPerson: true })
  revoke(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApiTokenDto> {
    return this.tokens.revoke(actor, id);
  }
}

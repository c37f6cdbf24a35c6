import { Body, Delete, Get, HttpCode, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { VersionedActionDto } from '../../crud/edit.dto.js';
import {
  ApplicationDto,
  CreateApplicationDto,
  EditApplicationDto,
  RotateSecretDto,
  RotateSigningKeyDto,
  type SecretDto,
  toApplicationDto,
} from './application.dto.js';
import { APPLICATION_SORTS, APPLICATIONS, ApplicationsFilter } from './application.resource.js';
import { ApplicationService } from './application.service.js';

@AdminApi('applications', 'applications')
export class ApplicationController {
  constructor(
    private readonly crud: CrudService,
    private readonly applications: ApplicationService,
  ) {}

  /** Lists applications. */
  @Get()
  @ApiPage(ApplicationDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(ApplicationsFilter, APPLICATION_SORTS) query: ListQuery<ApplicationsFilter>,
  ): Promise<Page<ApplicationDto>> {
    return (await this.crud.list(actor, APPLICATIONS, query)).map(toApplicationDto);
  }

  /** Shows an application. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApplicationDto> {
    return toApplicationDto(await this.crud.get(actor, APPLICATIONS, id));
  }

  /** Creates an application with the given key and secret, or with new ones. */
  @Post()
  @Allow('owner')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateApplicationDto): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.create(actor, dto));
  }

  /** Changes settings of an application. The new settings apply to clients at once. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditApplicationDto,
  ): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.update(actor, id, dto));
  }

  /**
   * Deletes a disabled application with its cards, users and all its other data. With a million cards this takes
   * minutes. After a failure some of the data is already deleted; repeat the request.
   */
  @Delete(':id')
  @Allow('owner')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.delete(actor, id));
  }

  /** Reveals the signing secret. */
  @Post(':id/reveal-secret')
  @HttpCode(200)
  @Allow('manager')
  reveal(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<SecretDto> {
    return this.applications.reveal(actor, id);
  }

  /** Creates a new signing secret; the old one stays valid during the overlap. */
  @Post(':id/rotate-secret')
  @HttpCode(200)
  @Allow('manager')
  rotate(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: RotateSecretDto,
  ): Promise<SecretDto> {
    return this.applications.rotate(actor, id, dto);
  }

  /**
   * Ends the overlap of a rotation: the old signing secret becomes invalid at once. The request gets 409 if only the
   * current secret is valid.
   */
  @Post(':id/end-overlap')
  @HttpCode(200)
  @Allow('manager')
  @ApiBody({ type: VersionedActionDto, required: false })
  async endOverlap(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: VersionedActionDto,
  ): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.endOverlap(actor, id, dto));
  }

  /**
   * Creates a new key pair for signed answers. The server signs with it at once, so clients need the new public key.
   * The old private key is deleted; the panel still shows the old public key during the overlap.
   */
  @Post(':id/rotate-signing-key')
  @HttpCode(200)
  @Allow('manager')
  async rotateSigningKey(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: RotateSigningKeyDto,
  ): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.rotateSigningKey(actor, id, dto));
  }

  /** Replaces the link of the customer's page. The old link and all sign-ins to the page become invalid at once. */
  @Post(':id/renew-portal-link')
  @HttpCode(200)
  @Allow('manager')
  @ApiBody({ type: VersionedActionDto, required: false })
  async renewPortalLink(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: VersionedActionDto,
  ): Promise<ApplicationDto> {
    return toApplicationDto(await this.applications.renewPortalLink(actor, id, dto));
  }
}

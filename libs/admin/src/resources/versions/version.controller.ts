import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { DEFAULT_CHANNEL, SoftwareVersion, versionKey, serializeTransactions } from '@app/database';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { invalid, problem } from '../../errors/admin-error.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { CreateSoftwareVersionDto, EditSoftwareVersionDto, SoftwareVersionDto } from './version.dto.js';
import { VERSION_FIELDS, VERSION_SORTS, VersionFilter, VERSIONS } from './version.resource.js';

/** Versions of the client software. Clients see a change with their next request. */
@AdminApi('versions', 'software versions')
export class VersionController {
  constructor(private readonly crud: CrudService) {}

  /** Lists software versions. */
  @Get()
  @ApiPage(SoftwareVersionDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(VersionFilter, VERSION_SORTS) query: ListQuery<VersionFilter>,
  ): Promise<Page<SoftwareVersionDto>> {
    return (await this.crud.list(actor, VERSIONS, query)).map(shown);
  }

  /** Shows a software version. */
  @Get(':id')
  @Allow('viewer')
  async get(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<SoftwareVersionDto> {
    return shown(await this.crud.get(actor, VERSIONS, id));
  }

  /** Creates a software version, released or as a draft. */
  @Post()
  @Allow('manager')
  async create(
    @CurrentActor() actor: Actor,
    @Body() dto: CreateSoftwareVersionDto,
  ): Promise<SoftwareVersionDto> {
    const { channel = DEFAULT_CHANNEL, notice = '', released = true, ...rest } = dto;
    const values = { ...rest, channel, notice, released };
    return shown(await this.crud.create(actor, VERSIONS, values, refuseTwin));
  }

  /** Changes a software version, such as releasing a draft. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditSoftwareVersionDto,
  ): Promise<SoftwareVersionDto> {
    return shown(await this.crud.update(actor, VERSIONS, id, dto, refuseTwin));
  }

  /** Deletes a software version. */
  @Delete(':id')
  @Allow('manager')
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<SoftwareVersionDto> {
    return shown(await this.crud.delete(actor, VERSIONS, id));
  }
}

function shown(version: SoftwareVersionDto): SoftwareVersionDto {
  return toDto(version, VERSION_FIELDS);
}

/**
 * Refuses a version that clients cannot distinguish from another one of its channel.
 * @throws AdminError 422
 */
async function refuseTwin(version: SoftwareVersion, manager: EntityManager): Promise<void> {
  const { id, applicationId, channel } = version;
  // The unique index detects only identical texts.
  await serializeTransactions(manager);
  const all = await manager.find(SoftwareVersion, {
    select: { id: true, channel: true, version: true },
    where: { applicationId, channel },
  });
  const key = versionKey(version);
  const twin = all.find((other) => other.id !== id && versionKey(other) === key);
  if (twin) throw invalid({ version: problem('version_taken', { channel, version: twin.version }) });
}

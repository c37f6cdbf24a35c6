import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import {
  DEFAULT_CHANNEL,
  latestVersion,
  serializeTransactions,
  SoftwareVersion,
  versionKey,
} from '@app/database';
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
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
  ) {}

  /** Lists software versions. */
  @Get()
  @ApiPage(SoftwareVersionDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(VersionFilter, VERSION_SORTS) query: ListQuery<VersionFilter>,
  ): Promise<Page<SoftwareVersionDto>> {
    const page = await this.crud.list(actor, VERSIONS, query);
    const latest = await this.latestIds(page.rows);
    return page.map((row) => Object.assign(toDto(row, VERSION_FIELDS), { latest: latest.has(row.id) }));
  }

  /** Shows a software version. */
  @Get(':id')
  @Allow('viewer')
  async get(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<SoftwareVersionDto> {
    return this.shown(await this.crud.get(actor, VERSIONS, id));
  }

  /** Creates a software version, as a draft unless it is `released`. */
  @Post()
  @Allow('manager')
  async create(
    @CurrentActor() actor: Actor,
    @Body() dto: CreateSoftwareVersionDto,
  ): Promise<SoftwareVersionDto> {
    const { channel = DEFAULT_CHANNEL, notice = '', released = false, forced = false, ...rest } = dto;
    const values = { ...rest, channel, notice, released, forced };
    return this.shown(await this.crud.create(actor, VERSIONS, values, refuseTwin));
  }

  /** Changes a software version, such as releasing a draft. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditSoftwareVersionDto,
  ): Promise<SoftwareVersionDto> {
    return this.shown(await this.crud.update(actor, VERSIONS, id, dto, refuseTwin));
  }

  /** Deletes a software version. */
  @Delete(':id')
  @Allow('manager')
  async delete(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
  ): Promise<SoftwareVersionDto> {
    return this.shown(await this.crud.delete(actor, VERSIONS, id));
  }

  private async shown(row: SoftwareVersion): Promise<SoftwareVersionDto> {
    const latest = await this.latestIds([row]);
    return { ...toDto(row, VERSION_FIELDS), latest: latest.has(row.id) };
  }

  /** Returns the ids of the versions that clients get now in the channels of the given rows. */
  private async latestIds(rows: readonly SoftwareVersion[]): Promise<ReadonlySet<number>> {
    if (rows.length === 0) return new Set();
    const applications = new Set(rows.map(({ applicationId }) => applicationId));
    const channels = new Set(rows.map(({ channel }) => channel));
    const released = await this.dataSource.manager.find(SoftwareVersion, {
      select: { id: true, applicationId: true, channel: true, version: true },
      where: { applicationId: In([...applications]), channel: In([...channels]), released: true },
      order: { id: 'ASC' },
    });
    const byChannel = Map.groupBy(released, ({ applicationId, channel }) => `${applicationId} ${channel}`);
    return new Set([...byChannel.values()].flatMap((of) => latestVersion(of)?.id ?? []));
  }
}

/**
 * Refuses a version that clients cannot distinguish from another version of its channel.
 * @throws AdminError 422
 */
async function refuseTwin(version: SoftwareVersion, manager: EntityManager): Promise<void> {
  const { id, applicationId, channel } = version;
  // The versions are compared here, since the unique index detects only identical texts.
  await serializeTransactions(manager);
  const all = await manager.find(SoftwareVersion, {
    select: { id: true, channel: true, version: true },
    where: { applicationId, channel },
  });
  const key = versionKey(version);
  const twin = all.find((other) => other.id !== id && versionKey(other) === key);
  if (twin) throw invalid({ version: problem('version_taken', { channel, version: twin.version }) });
}

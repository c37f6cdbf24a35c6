import { Delete, Get, Param, ParseIntPipe } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Acting, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { Listed } from '../../api/listed.decorator.js';
import { Listing, type ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { HolderActions } from '../holders/holder-actions.js';
import { withHolderNames } from '../holders/holder-names.js';
import { RecordService } from '../../records/record.service.js';
import { present } from '../../records/resource.js';
import { DEVICE_FIELDS, DEVICE_SORTS, DeviceDto, DeviceFilter, DEVICES } from './device.resource.js';

/** Devices that are bound to cards and users. */
@AdminApi('devices', 'sessions and devices')
export class DeviceController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly records: RecordService,
    private readonly actions: HolderActions,
  ) {}

  /** Lists bound devices. */
  @Get()
  @Listed(DeviceDto)
  @Allow('viewer')
  async list(
    @Acting() actor: Actor,
    @Listing(DeviceFilter, DEVICE_SORTS) query: ListQuery<DeviceFilter>,
  ): Promise<Page<DeviceDto>> {
    const { rows, from, total } = await this.records.list(actor, DEVICES, query);
    return new Page(await this.show(rows), from, total);
  }

  /** Shows a bound device. */
  @Get(':id')
  @Allow('viewer')
  async get(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    return (await this.show([await this.records.get(actor, DEVICES, id)]))[0]!;
  }

  /** Unbinds a device and ends its sessions. It uses no attempt, and the unbind policy has no say. */
  @Delete(':id')
  @Allow('operator')
  async unbind(@Acting() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    return (await this.show([await this.actions.unbindDevice(actor, id)]))[0]!;
  }

  private show(devices: readonly DeviceRow[]): Promise<DeviceDto[]> {
    return withHolderNames(
      this.dataSource.manager,
      devices.map((device) => present(device, DEVICE_FIELDS)),
    );
  }
}

type DeviceRow = Omit<DeviceDto, 'holderName'>;

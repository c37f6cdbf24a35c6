import { Delete, Get, Param, ParseIntPipe } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In, MoreThan } from 'typeorm';
import { type Device, Ticket } from '@app/database';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { HolderActions } from '../holders/holder-actions.js';
import { withHolderNames } from '../holders/holder-names.js';
import { CARDS } from '../cards/card.resource.js';
import { USERS } from '../users/user.resource.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { DEVICE_FIELDS, DEVICE_SORTS, DeviceDto, DeviceFilter, DEVICES } from './device.resource.js';

/** Devices bound to cards and users. */
@AdminApi('devices', 'sessions and devices')
export class DeviceController {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly actions: HolderActions,
  ) {}

  /** Lists bound devices. */
  @Get()
  @ApiPage(DeviceDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(DeviceFilter, DEVICE_SORTS) query: ListQuery<DeviceFilter>,
  ): Promise<Page<DeviceDto>> {
    const { rows, from, total } = await this.crud.list(actor, DEVICES, query);
    return new Page(await this.show(actor, rows), from, total);
  }

  /** Shows a bound device. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    return (await this.show(actor, [await this.crud.get(actor, DEVICES, id)]))[0]!;
  }

  /**
   * Unbinds a device and ends its sessions. This does not count towards the unbind limit, and the unbind policy does
   * not apply. A valid offline ticket cannot be revoked: until it expires, the unbound device keeps working offline,
   * even if another device is bound.
   */
  @Delete(':id')
  @Allow('operator')
  async unbind(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<DeviceDto> {
    const device = await this.crud.get(actor, DEVICES, id);
    const [shown] = await this.show(actor, [device]);
    if (device.holderKind === 'card') await this.actions.unbindDevice(actor, CARDS, device);
    else await this.actions.unbindDevice(actor, USERS, device);
    return shown!;
  }

  private async show({ now }: Actor, devices: readonly Device[]): Promise<DeviceDto[]> {
    const { manager } = this.dataSource;
    const rows = devices.map((device) => toDto(device, DEVICE_FIELDS));
    const tickets = await validTickets(manager, devices, now);
    const named = await withHolderNames(manager, rows);
    return named.map((row) => Object.assign(row, { ticketExpiresAt: tickets.get(keyOf(row)) ?? null }));
  }
}

type OfDevice = Pick<Device, 'holderKind' | 'holderId' | 'deviceId'>;

/** Returns the expiry of each device's valid ticket, by device. */
async function validTickets(
  manager: EntityManager,
  devices: readonly OfDevice[],
  now: number,
): Promise<Map<string, number>> {
  const [holderId, deviceId] = [
    In(devices.map((device) => device.holderId)),
    In(devices.map((device) => device.deviceId)),
  ];
  const tickets = await manager.findBy(Ticket, { holderId, deviceId, expiresAt: MoreThan(now) });
  return new Map(tickets.map((ticket) => [keyOf(ticket), ticket.expiresAt]));
}

function keyOf({ holderKind, holderId, deviceId }: OfDevice): string {
  return `${holderKind} ${holderId} ${deviceId}`;
}

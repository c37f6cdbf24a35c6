import { Body, Delete, Get, Param, ParseIntPipe, Patch, Post } from '@nestjs/common';
import { CurrentActor, type Actor } from '../../access/actor.js';
import { Allow } from '../../access/allow.decorator.js';
import { AdminApi } from '../../api/admin-api.decorator.js';
import { ApiPage } from '../../api/api-page.decorator.js';
import { ListParams, type ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { BlockDto, CreateBlockDto, EditBlockDto } from './block.dto.js';
import { BLOCK_FIELDS, BLOCK_SORTS, BlockFilter, BLOCKS } from './block.resource.js';
import { BlockService } from './block.service.js';

/** Blocked cards, users, devices and addresses. Only owners see blocks that apply to all applications. */
@AdminApi('blocks', 'blocks')
export class BlockController {
  constructor(
    private readonly crud: CrudService,
    private readonly blocks: BlockService,
  ) {}

  /** Lists blocks. */
  @Get()
  @ApiPage(BlockDto)
  @Allow('viewer')
  async list(
    @CurrentActor() actor: Actor,
    @ListParams(BlockFilter, BLOCK_SORTS) query: ListQuery<BlockFilter>,
  ): Promise<Page<BlockDto>> {
    return (await this.crud.list(actor, BLOCKS, query)).map(shown);
  }

  /** Shows a block. */
  @Get(':id')
  @Allow('viewer')
  async get(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<BlockDto> {
    return shown(await this.crud.get(actor, BLOCKS, id));
  }

  /** Creates a block, which takes effect at once. */
  @Post()
  @Allow('manager')
  async create(@CurrentActor() actor: Actor, @Body() dto: CreateBlockDto): Promise<BlockDto> {
    return shown(await this.blocks.create(actor, dto));
  }

  /** Changes the pattern, reason or expiry of a block. */
  @Patch(':id')
  @Allow('manager')
  async update(
    @CurrentActor() actor: Actor,
    @Param('id', ParseIntPipe) id: number,
    @Body() dto: EditBlockDto,
  ): Promise<BlockDto> {
    return shown(await this.blocks.update(actor, id, dto));
  }

  /** Deletes a block and restores access. */
  @Delete(':id')
  @Allow('manager')
  async delete(@CurrentActor() actor: Actor, @Param('id', ParseIntPipe) id: number): Promise<BlockDto> {
    return shown(await this.blocks.delete(actor, id));
  }
}

function shown(block: BlockDto): BlockDto {
  return toDto(block, BLOCK_FIELDS);
}

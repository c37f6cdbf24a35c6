import { Injectable } from '@nestjs/common';
import { BlockDirectory, raiseBlocksRevision } from '@app/applications';
import type { Block } from '@app/database';
import { changesOf, isAddressOrRange, isPrintable } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { covers } from '../../access/roles.js';
import { invalid, problem, refusal } from '../../errors/admin-error.js';
import { CrudService, requireVersion } from '../../crud/crud.service.js';
import type { CreateBlockDto, EditBlockDto } from './block.dto.js';
import { BLOCKS } from './block.resource.js';

/** Manages the blocks of the client API. A change takes effect before the response. */
@Injectable()
export class BlockService {
  constructor(
    private readonly crud: CrudService,
    private readonly directory: BlockDirectory,
  ) {}

  /** @throws AdminError 403 for a block of all applications, unless the caller is an owner; 422 */
  async create(
    actor: Actor,
    { applicationId = null, expiresAt = null, ...rest }: CreateBlockDto,
  ): Promise<Block> {
    requireMayBlock(actor, applicationId);
    const values = { ...rest, applicationId, expiresAt };
    const block = await this.crud.create(actor, BLOCKS, values, async (row, manager) => {
      refuseFaults(row, row, actor.now);
      await raiseBlocksRevision(manager);
    });
    await this.directory.refresh();
    return block;
  }

  /** @throws AdminError 403 for a block of all applications, unless the caller is an owner; 404; 409; 422 */
  async update(actor: Actor, id: number, { rowVersion, ...wanted }: EditBlockDto): Promise<Block> {
    await this.crud.act(actor, BLOCKS, id, async (row, manager) => {
      requireMayBlock(actor, row.applicationId);
      requireVersion(row, rowVersion);
      const changes = changesOf(row, wanted);
      if (Object.keys(changes).length === 0) return;
      refuseFaults(row, changes, actor.now);
      await this.crud.change(manager, actor, BLOCKS, row, changes, 'update');
      await raiseBlocksRevision(manager);
    });
    await this.directory.refresh();
    return this.crud.get(actor, BLOCKS, id);
  }

  /** @throws AdminError 403 for a block of all applications, unless the caller is an owner; 404 */
  async delete(actor: Actor, id: number): Promise<Block> {
    const block = await this.crud.delete(actor, BLOCKS, id, async (row, manager) => {
      requireMayBlock(actor, row.applicationId);
      await raiseBlocksRevision(manager);
    });
    await this.directory.refresh();
    return block;
  }
}

function requireMayBlock({ principal }: Actor, applicationId: number | null): void {
  if (applicationId === null && !covers(principal.role, 'owner')) {
    throw refusal('owners_block_only');
  }
}

/**
 * Refuses an invalid pattern or expiry.
 * @param changes the changed fields of the block; an unchanged expiry may be in the past
 * @param now epoch milliseconds
 * @throws AdminError 422
 */
function refuseFaults({ kind }: Block, { pattern, expiresAt }: Partial<Block>, now: number): void {
  if (kind === 'ip' && pattern !== undefined && !isAddressOrRange(pattern)) {
    throw invalid({ pattern: problem('address_or_range') });
  }
  // A device id can contain any characters; names of cards and users contain only printable characters.
  if (kind !== 'device' && pattern !== undefined && !isPrintable(pattern)) {
    throw invalid({ pattern: problem('printable') });
  }
  if (typeof expiresAt === 'number' && expiresAt <= now)
    throw invalid({ expiresAt: problem('not_in_future') });
}

import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { BlockDirectory, isAddressOrRange, raiseBlocksRevision } from '@app/auth-signature';
import type { Block } from '@app/database';
import { type SessionKey, SessionStore } from '@app/licensing';
import { changesOf } from '@app/platform';
import type { Actor } from '../access/actor.js';
import { covers } from '../access/roles.js';
import { forbidden, invalid } from '../api/admin-error.js';
import { RecordService, requireVersion } from '../records/record.service.js';
import type { CreateBlockDto, EditBlockDto } from './block.dto.js';
import { BLOCKS } from './block.resource.js';
import { endDeviceSessions } from './end-device-sessions.js';

/** Whom the client API turns away. Every change is in force when it is answered. */
@Injectable()
export class BlockService {
  constructor(
    private readonly records: RecordService,
    private readonly directory: BlockDirectory,
    private readonly store: SessionStore,
  ) {}

  /** @throws AdminError 403 for every application, unless the caller is an owner; 422 */
  async create(
    actor: Actor,
    { applicationId = null, expiresAt = null, ...rest }: CreateBlockDto,
  ): Promise<Block> {
    requireMayBlock(actor, applicationId);
    let ended: SessionKey[] = [];
    const values = { ...rest, applicationId, expiresAt };
    const block = await this.records.create(actor, BLOCKS, values, async (row, manager) => {
      refuseFaults(row, row, actor.now);
      ended = await takeEffect(manager, row, actor.now);
    });
    await this.spread(ended);
    return block;
  }

  /** @throws AdminError 403 for one of every application, unless the caller is an owner; 404; 409; 422 */
  async update(actor: Actor, id: number, { rowVersion, ...wanted }: EditBlockDto): Promise<Block> {
    const ended = await this.records.act(actor, BLOCKS, id, async (row, manager) => {
      requireMayBlock(actor, row.applicationId);
      requireVersion(row, rowVersion);
      const changes = changesOf(row, wanted);
      if (Object.keys(changes).length === 0) return [];
      await this.records.change(manager, actor, BLOCKS, row, changes, 'update', () =>
        refuseFaults(row, changes, actor.now),
      );
      return takeEffect(manager, row, actor.now);
    });
    await this.spread(ended);
    return this.records.get(actor, BLOCKS, id);
  }

  /** @throws AdminError 403 for one of every application, unless the caller is an owner; 404 */
  async delete(actor: Actor, id: number): Promise<Block> {
    const block = await this.records.delete(actor, BLOCKS, id, async (row, manager) => {
      requireMayBlock(actor, row.applicationId);
      await raiseBlocksRevision(manager);
    });
    await this.spread([]);
    return block;
  }

  private async spread(ended: readonly SessionKey[]): Promise<void> {
    for (const session of ended) await this.store.forget(session);
    await this.directory.refresh();
  }
}

function requireMayBlock({ principal }: Actor, applicationId: number | null): void {
  if (applicationId === null && !covers(principal.role, 'owner')) {
    throw forbidden('Only an owner may block for every application');
  }
}

/**
 * @param changes what of the block is new: one that has ended can be edited
 * @throws AdminError 422
 */
function refuseFaults({ kind }: Block, { pattern, expiresAt }: Partial<Block>, now: number): void {
  if (kind === 'ip' && pattern !== undefined && !isAddressOrRange(pattern)) {
    throw invalid({ pattern: 'must be an IPv4 or IPv6 address or a CIDR range, such as 192.0.2.0/24' });
  }
  if (typeof expiresAt === 'number' && expiresAt <= now)
    throw invalid({ expiresAt: 'must be in the future' });
}

/** What a block brings about besides refusals; gives the sessions to tell the store of after the commit. */
async function takeEffect(manager: EntityManager, block: Block, now: number): Promise<SessionKey[]> {
  await raiseBlocksRevision(manager);
  const { kind, expiresAt } = block;
  // A heartbeat names its card or user, which is refused then, but no device.
  const endsSessions = kind === 'device' && (expiresAt === null || expiresAt > now);
  return endsSessions ? endDeviceSessions(manager, block, now) : [];
}

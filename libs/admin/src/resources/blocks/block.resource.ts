import { Block, BLOCK_KINDS, type BlockKind } from '@app/database';
import { OneOf, Optional, TrueOrFalse } from '@app/platform';
import { ApplicationFilter, Beginning, whereBegins, whereEqual } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const BLOCK_FIELDS = [
  'id',
  'applicationId',
  'kind',
  'pattern',
  'reason',
  'expiresAt',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Block)[];

export const BLOCK_SORTS = ['id', 'kind', 'pattern', 'expiresAt', 'createdAt'];

export class BlockFilter extends ApplicationFilter {
  /** Kind of the block: card, user, device or ip. */
  @Optional()
  @OneOf(BLOCK_KINDS)
  kind?: BlockKind;

  /** Prefix of the pattern. */
  @Beginning(128)
  pattern?: string;

  /** If true, only blocks in force. If false, only expired blocks. */
  @Optional()
  @TrueOrFalse()
  active?: boolean;
}

export const BLOCKS: Resource<Block, BlockFilter> = {
  name: 'blocks',
  singular: 'block',
  entity: Block,
  fields: BLOCK_FIELDS,
  nameOf: ({ kind, pattern }) => `${kind} ${pattern}`,
  applicationProperty: 'applicationId',
  applyFilter: (query, filter, now) => {
    whereEqual(query, filter, 'kind');
    whereBegins(query, 'pattern', filter.pattern);
    if (filter.active !== undefined)
      query.andWhere(
        filter.active ? '(row.expiresAt > :now OR row.expiresAt IS NULL)' : 'row.expiresAt <= :now',
        { now },
      );
  },
};

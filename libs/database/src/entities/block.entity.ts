import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';

export const BLOCK_KINDS = ['card', 'user', 'device', 'ip'] as const;
export type BlockKind = (typeof BLOCK_KINDS)[number];

/** An address, device, card or user that the client API refuses. */
@Entity('blocks')
@Index('ix_blocks_application', ['applicationId'])
export class Block {
  @PrimaryGeneratedColumn()
  id!: number;

  /** `null` if the block applies to all applications. */
  @Whole({ nullable: true })
  @ForeignKey(() => Application, { name: 'fk_blocks_application', onDelete: 'CASCADE' })
  applicationId!: number | null;

  @Text(8)
  kind!: BlockKind;

  /** A device id; an address or CIDR range; or a card or user name in which `*` matches any characters. */
  @Text(128)
  pattern!: string;

  @Text(255)
  reason!: string;

  /** Epoch milliseconds; `null` if the block has no end. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

import { PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';
import { LicenceTerms } from './licence-terms.js';

/**
 * - `unused`: never logged in, its time has not begun
 * - `activated`: its time runs; whether it has expired follows from `expiresAt`
 * - `consumed`: consumed by a recharge or a registration; it no longer grants access
 */
export type HolderStatus = 'unused' | 'activated' | 'consumed';

/** Columns shared by all licence holders: validity, limits, and usage against them. */
export abstract class LicenceHolder extends LicenceTerms {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  applicationId!: number;

  @Whole()
  cardTypeId!: number;

  @Text(16)
  status!: HolderStatus;

  @Flag()
  frozen!: boolean;

  /** Number of unbinds done. */
  @Whole()
  unbindsUsed!: number;

  @EpochMs({ nullable: true })
  activatedAt!: number | null;

  /** null while unused, and always when permanent. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  /** Custom configuration, JSON text of at most 64 KiB; null: never set. */
  @LongText({ nullable: true })
  config!: string | null;

  /** The administrator's notes; null: none. */
  @Text(500, { nullable: true })
  note!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

import { PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, Text, Whole } from '../columns.js';
import type { DurationUnit } from './card-type.entity.js';

/**
 * - `unused`: never logged in, its time has not begun
 * - `activated`: its time runs; whether it has expired follows from `expiresAt`
 * - `consumed`: spent on a recharge or a registration; it opens nothing any more
 */
export type HolderStatus = 'unused' | 'activated' | 'consumed';

/** The columns of whatever can hold a licence: validity, limits, and how much of them is used up. */
export abstract class LicenceHolder {
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

  @Text(16)
  durationUnit!: DurationUnit;

  /** Number of units; 0 for permanent. */
  @Whole()
  durationAmount!: number;

  /** Multi-open number: sessions at a time; 0 = unlimited. */
  @Whole()
  maxSessions!: number;

  /** 0 = unlimited. */
  @Whole()
  maxDevices!: number;

  /** null = unlimited. */
  @Whole({ nullable: true })
  unbindLimit!: number | null;

  /** Unbinds done so far. */
  @Whole()
  unbindsUsed!: number;

  @EpochMs({ nullable: true })
  activatedAt!: number | null;

  /** null while unused, and for ever when permanent. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  /** Custom configuration, JSON text of at most 64 KiB; null: never set. */
  @LongText({ nullable: true })
  config!: string | null;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

import { PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, LongText, RowVersion, Text, Whole } from '../columns.js';
import { LicenceTerms } from './licence-terms.js';

/**
 * - `unused`: has not logged in yet, or was reset; the time has not started
 * - `activated`: the time runs; `expiresAt` shows whether the holder has expired
 * - `consumed`: consumed by a recharge or a registration; no longer grants access
 */
export type HolderStatus = 'unused' | 'activated' | 'consumed';

/** Columns shared by all licence holders: validity, limits, and usage. */
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

  /** Time of the latest unbind by the customer, in the client or on the customer's page; `null` if there was none. */
  @EpochMs({ nullable: true })
  unboundAt!: number | null;

  /**
   * Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
   * are subtracted, so the number can be negative.
   */
  @Whole({ default: 0 })
  usesUsed!: number;

  /** A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
  @EpochMs({ nullable: true })
  usesCountedAt!: number | null;

  @EpochMs({ nullable: true })
  activatedAt!: number | null;

  /** `null` if the holder is unused or permanent. */
  @EpochMs({ nullable: true })
  expiresAt!: number | null;

  /**
   * Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
   * clients of another service.
   */
  @LongText({ nullable: true })
  config!: string | null;

  /** Notes of administrators; `null` if there are none. */
  @Text(500, { nullable: true })
  note!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

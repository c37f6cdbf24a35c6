import { PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, RowVersion, Text, TextList } from '../columns.js';

/** Shared columns of webhooks and notifiers: their events, and the process that sends them. */
export abstract class EventReceiver {
  @PrimaryGeneratedColumn()
  id!: number;

  @Text(100)
  name!: string;

  @Flag()
  enabled!: boolean;

  /** Types of events, or `*` for all. */
  @TextList(1000)
  types!: string[];

  /**
   * True if it receives the events of all applications. If false, only the events of the applications in a separate
   * table.
   */
  @Flag()
  allApplications!: boolean;

  /** If false, card keys are masked. */
  @Flag()
  revealCards!: boolean;

  /** Epoch milliseconds before which nothing is sent, for example because the receiver asked for a pause; 0: at once. */
  @EpochMs()
  pausedUntil!: number;

  /** The server process that sends to this receiver; `null` if none does. */
  @Text(16, { nullable: true })
  leaseOwner!: string | null;

  /** Epoch milliseconds at which the lease ends, unless it is renewed. */
  @EpochMs()
  leaseUntil!: number;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

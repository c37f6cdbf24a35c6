import { PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, Flag, RowVersion, Text, TextList } from '../columns.js';

/** Columns that webhooks and notifiers share: which events they receive, and which process sends the events. */
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
   * If true, the receiver gets the events of all applications. If false, only those of the applications listed in a
   * separate table.
   */
  @Flag()
  allApplications!: boolean;

  /** If false, card keys are masked. */
  @Flag()
  revealCards!: boolean;

  /** Epoch milliseconds until which sending is paused, for example at the receiver's request; 0 if not paused. */
  @EpochMs()
  pausedUntil!: number;

  /** Id of the server process that sends to this receiver; `null` if there is none. */
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

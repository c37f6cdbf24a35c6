import { Entity, ForeignKey, Index } from 'typeorm';
import { EpochMs, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { CardType } from './card-type.entity.js';
import type { HolderKindName } from './device.entity.js';
import { LicenceHolder } from './licence-holder.js';

/**
 * Columns by which card lists are filtered. The indexes by which the lists are sorted contain these columns, so that a
 * filter can skip cards without reading their rows.
 */
const LISTED_BY = ['applicationId', 'status', 'frozen', 'cardTypeId'];

@Entity('cards')
@ForeignKey(() => Application, ['applicationId'], ['id'], {
  name: 'fk_cards_application',
  onDelete: 'CASCADE',
})
@ForeignKey(() => CardType, ['cardTypeId'], ['id'], { name: 'fk_cards_card_type' })
@Index('ux_cards_card', ['applicationId', 'card'], { unique: true })
@Index('ix_cards_card_type', ['cardTypeId', 'id', 'applicationId'])
@Index('ix_cards_application', ['applicationId'])
@Index('ix_cards_status', ['applicationId', 'status', 'frozen', 'expiresAt', 'issuedAt', 'id', 'cardTypeId'])
@Index('ix_cards_batch', ['applicationId', 'batch'])
@Index('ix_cards_note', ['applicationId', 'note'])
@Index('ix_cards_list', ['id', ...LISTED_BY, 'expiresAt', 'issuedAt'])
@Index('ix_cards_card', ['card', 'id', ...LISTED_BY, 'expiresAt', 'issuedAt'])
@Index('ix_cards_expires', ['expiresAt', 'id', ...LISTED_BY, 'issuedAt'])
@Index('ix_cards_activated', ['activatedAt', 'id', ...LISTED_BY, 'expiresAt', 'issuedAt'])
@Index('ix_cards_order', ['orderId'])
@Index('ix_cards_stock', ['cardTypeId', 'batch', 'status', 'frozen', 'issuedAt'])
@Index('ix_cards_consumed_by', ['consumedByKind', 'consumedById'])
@Index('ix_cards_search_key', ['applicationId', 'searchKey'])
@Index('ix_cards_reversed_key', ['applicationId', 'reversedKey'])
export class Card extends LicenceHolder {
  /** 1–64 printable characters, unique within the application. */
  @Text(64)
  card!: string;

  /** The normalized key, used only in search queries. `searchKeys` computes this column and the next one. */
  @Text(64, { default: '', select: false })
  searchKey!: string;

  /** The normalized key in reverse, so that an index can find keys by their end. */
  @Text(64, { default: '', select: false })
  reversedKey!: string;

  /** Batch of the card; `null` if the card is in no batch. */
  @Text(100, { nullable: true })
  batch!: string | null;

  /** argon2id hash of the unbind password; `null` if it was never set. */
  @Text(255, { nullable: true })
  unbindPasswordHash!: string | null;

  /** Number of wrong unbind passwords since `unbindFailuresSince`. */
  @Whole()
  unbindFailures!: number;

  /** Start of the window in which wrong unbind passwords are counted. */
  @EpochMs({ nullable: true })
  unbindFailuresSince!: number | null;

  /** Kind of the holder that got the card's time by a recharge or registration; `null` if the card was not consumed. */
  @Text(8, { nullable: true })
  consumedByKind!: HolderKindName | null;

  @Whole({ nullable: true })
  consumedById!: number | null;

  @EpochMs({ nullable: true })
  consumedAt!: number | null;

  /** Order with which the card was sold; `null` if there is none. */
  @Whole({ nullable: true })
  orderId!: number | null;

  /**
   * Time at which the card was handed to a customer or a shop, in epoch milliseconds. `null` if it was not: an
   * unused card is then available, which means in stock.
   */
  @EpochMs({ nullable: true })
  issuedAt!: number | null;
}

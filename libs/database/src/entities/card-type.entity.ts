import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, RowVersion, Text, Whole } from '../columns.js';
import { Application } from './application.entity.js';
import { LicenceTerms } from './licence-terms.js';

/** What a card is made from; its terms are copied to the card, so that changing the type leaves made cards alone. */
@Entity('card_types')
@Index('ux_card_types_name', ['applicationId', 'name'], { unique: true })
export class CardType extends LicenceTerms {
  @PrimaryGeneratedColumn()
  id!: number;

  @Whole()
  @ForeignKey(() => Application, { name: 'fk_card_types_application', onDelete: 'CASCADE' })
  applicationId!: number;

  @Text(100)
  name!: string;

  /** How keys of this type are made unless said otherwise, such as `VIP-****-****-****-****`; null: the default. */
  @Text(64, { nullable: true })
  keyMask!: string | null;

  /** What it costs, in the shop's own words; null: not said. */
  @Text(200, { nullable: true })
  priceNote!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

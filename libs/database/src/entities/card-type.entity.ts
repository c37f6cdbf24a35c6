import { Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { EpochMs, RowVersion, Text, Whole } from '../columns.js';
import { Application, type UnbindPolicy } from './application.entity.js';
import { LicenceTerms } from './licence-terms.js';

/** Template for cards. Its terms are copied to each card, so changing the type leaves existing cards unchanged. */
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

  /**
   * Unbind policy of the cards and users of this type; `null` means the application's policy. Unlike the terms, the
   * policy is not copied to cards, so a change applies to existing cards immediately.
   */
  @Text(16, { nullable: true })
  unbindPolicy!: UnbindPolicy | null;

  /** Hours that each unbind deducts or adds if this type's `unbindPolicy` is `deduct_hours` or `add_hours`. */
  @Whole({ default: 0 })
  unbindHours!: number;

  /** Default pattern for keys of this type, such as `VIP-****-****-****-****`; `null` means the general default. */
  @Text(64, { nullable: true })
  keyMask!: string | null;

  /** Price as free text; `null` if not set. */
  @Text(200, { nullable: true })
  priceNote!: string | null;

  @RowVersion()
  rowVersion!: number;

  @EpochMs()
  createdAt!: number;

  @EpochMs()
  updatedAt!: number;
}

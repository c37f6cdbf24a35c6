import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Block, BLOCK_KINDS, type BlockKind } from '@app/database';
import { Name, OneOf, TextLength, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { BLOCK_FIELDS } from './block.resource.js';

export class BlockDto extends PickType(Block, BLOCK_FIELDS) {}

export class CreateBlockDto {
  /** null or left out: every application, which only owners may block for. */
  @IsOptional()
  @RecordId()
  applicationId?: number | null;

  /** Clients are answered 10212 for a blocked card, user or device, and 429 for a blocked address. */
  @OneOf(BLOCK_KINDS)
  kind!: BlockKind;

  /**
   * 1–128 characters. An `ip` is an IPv4 or IPv6 address or a CIDR range, a `device` exactly the device's id; in
   * a `card` or `user` the character `*` stands for any characters.
   */
  @TextLength(1, 128)
  pattern!: string;

  /** The administrator's own words, 1–255 characters; clients are not told. */
  @Name(1, 255)
  reason!: string;

  /** When it ends by itself, in epoch milliseconds, in the future; null or left out: when it is deleted. */
  @IsOptional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresAt?: number | null;
}

export class EditBlockDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateBlockDto, ['pattern', 'reason', 'expiresAt']), { skipNullProperties: false }),
) {}

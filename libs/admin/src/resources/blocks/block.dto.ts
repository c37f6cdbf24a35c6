import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Block, BLOCK_KINDS, type BlockKind } from '@app/database';
import { Name, OneOf, TextLength, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { BLOCK_FIELDS } from './block.resource.js';

export class BlockDto extends PickType(Block, BLOCK_FIELDS) {}

export class CreateBlockDto {
  /** null or omitted: every application, which only owners may block. */
  @IsOptional()
  @RecordId()
  applicationId?: number | null;

  /** A blocked card, user or device is refused with 10212, a blocked address with 429. */
  @OneOf(BLOCK_KINDS)
  kind!: BlockKind;

  /**
   * 1–128 characters. An `ip` is an IPv4 or IPv6 address or a CIDR range, a `device` exactly the device's id; in a
   * `card` or `user` the character `*` matches any characters.
   */
  @TextLength(1, 128)
  pattern!: string;

  /** Internal reason, 1–255 characters; clients do not see it. */
  @Name(1, 255)
  reason!: string;

  /** Expiry in epoch milliseconds, in the future; null or omitted: the block stays until it is deleted. */
  @IsOptional()
  @WholeNumber(0, Number.MAX_SAFE_INTEGER)
  expiresAt?: number | null;
}

export class EditBlockDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateBlockDto, ['pattern', 'reason', 'expiresAt']), { skipNullProperties: false }),
) {}

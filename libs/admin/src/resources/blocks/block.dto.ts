import { IntersectionType, PartialType, PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { Block, BLOCK_KINDS, type BlockKind } from '@app/database';
import { LATEST_TIME, Name, OneOf, TextLength, WholeNumber } from '@app/platform';
import { EditDto } from '../../crud/edit.dto.js';
import { RecordId } from '../../crud/filters.js';
import { BLOCK_FIELDS } from './block.resource.js';

export class BlockDto extends PickType(Block, BLOCK_FIELDS) {}

export class CreateBlockDto {
  /** If null or omitted, the block applies to all applications; only owners may create such a block. */
  @IsOptional()
  @RecordId()
  applicationId?: number | null;

  /** A blocked card, user or device is refused with the code 10212, a blocked address with the HTTP status 429. */
  @OneOf(BLOCK_KINDS)
  kind!: BlockKind;

  /**
   * 1–128 characters. For `ip`: an IPv4 or IPv6 address or a CIDR range. For `device`: the exact device id. For `card`
   * and `user`: a name in which `*` matches any characters.
   */
  @TextLength(1, 128)
  pattern!: string;

  /** Internal reason, 1–255 characters; clients do not see it. */
  @Name(1, 255)
  reason!: string;

  /** Expiry in epoch milliseconds, in the future. If null or omitted, the block stays until it is deleted. */
  @IsOptional()
  @WholeNumber(0, LATEST_TIME)
  expiresAt?: number | null;
}

export class EditBlockDto extends IntersectionType(
  EditDto,
  PartialType(PickType(CreateBlockDto, ['pattern', 'reason', 'expiresAt']), { skipNullProperties: false }),
) {}

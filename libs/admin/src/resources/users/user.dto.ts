import { PickType } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { User } from '@app/database';
import { Name, TextLength } from '@app/platform';
import { RecordId } from '../../crud/filters.js';
import { USER_FIELDS } from './user.resource.js';

const PASSWORD_MIN = 6;
const PASSWORD_MAX = 30;

export class UserDto extends PickType(User, USER_FIELDS) {}

/** A user after a request to freeze or unfreeze it. */
export class FrozenUserDto extends UserDto {
  /** False if the user was already in the requested state, frozen or not frozen. */
  changed!: boolean;
}

export class UserPasswordDto {
  /** The text that clients will send as the password, 6–30 characters. */
  @TextLength(PASSWORD_MIN, PASSWORD_MAX)
  password!: string;
}

/** An account without a card. */
export class CreateUserDto extends UserPasswordDto {
  @RecordId()
  applicationId!: number;

  /** Card type that determines the user's limits and time. The time starts at once. */
  @RecordId()
  cardTypeId!: number;

  /** 1–20 printable characters, unique within the application. */
  @Name(1, 20)
  username!: string;

  /** Internal note, at most 500 characters. */
  @IsOptional()
  @Name(1, 500)
  note?: string | null;
}

import { WholeNumber } from '@app/platform';

/** Fields common to every edit. */
export class EditDto {
  /** The record's `rowVersion` when it was read; the edit is refused with 409 when it has changed since. */
  @WholeNumber(1, 2 ** 31 - 1)
  rowVersion!: number;
}

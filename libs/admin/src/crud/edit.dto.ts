import { WholeNumber } from '@app/platform';

/** What every edit carries besides its fields. */
export class EditDto {
  /** The record's `rowVersion` as it was read; when it has changed since, the edit is refused with 409. */
  @WholeNumber(1, 2 ** 31 - 1)
  rowVersion!: number;
}

import { WholeNumber } from '@app/platform';

/** Fields common to every edit. */
export class EditDto {
  /** The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
  @WholeNumber(1, 2 ** 31 - 1)
  rowVersion!: number;
}

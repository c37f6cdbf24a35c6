import { Optional, WholeNumber } from '@app/platform';

/** Fields common to every edit. */
export class EditDto {
  /** The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
  @WholeNumber(1, 2 ** 31 - 1)
  rowVersion!: number;
}

/**
 * Fields common to the actions that a repeated request must not run again: those that replace a secret, key or link or
 * make it invalid, and those that add time or uses.
 */
export class VersionedActionDto {
  /**
   * The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
   * request without this field always takes effect, even if it repeats a request whose answer was lost.
   */
  @Optional()
  @WholeNumber(1, 2 ** 31 - 1)
  rowVersion?: number;
}

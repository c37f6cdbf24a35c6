/** Part of a list. */
export class Page<T> {
  /**
   * @param from place of the first row in the whole list, from 0
   * @param total rows of the whole list
   */
  constructor(
    readonly rows: T[],
    readonly from: number,
    readonly total: number,
  ) {}

  map<U>(present: (row: T) => U): Page<U> {
    return new Page(this.rows.map(present), this.from, this.total);
  }
}

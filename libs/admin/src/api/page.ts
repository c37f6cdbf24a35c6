/** A page of a list. */
export class Page<T> {
  /**
   * @param from index of the first row in the whole list, from 0
   * @param total number of rows in the whole list
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

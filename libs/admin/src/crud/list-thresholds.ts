import { Injectable } from '@nestjs/common';

/** Row counts at which lists switch to another plan, measured on both engines. Tests use lower counts. */
@Injectable()
export class ListThresholds {
  /**
   * Up to this many matches are found first and then sorted. With more matches, a page is read in the order of a sorted
   * index.
   */
  few = 20_000;
  /**
   * Replaces `few` if the sorted index does not contain all filter fields or the list is sorted by id: the rows
   * themselves must then be read, not only the index.
   */
  many = 100_000;
  /**
   * A page at an offset from `many` to `far` can be read while the rows are counted. For a larger offset, the rows are
   * counted first, since reading from the end of the list may be faster.
   */
  far = 500_000;
}

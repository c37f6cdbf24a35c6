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
   * The same limit if every row must be read, because the sorted index does not contain all filter fields or the list
   * is sorted by id.
   */
  many = 100_000;
  /**
   * Beyond this offset, the total is counted first, and the page is read from the end of the list if the end is nearer.
   */
  far = 500_000;
}

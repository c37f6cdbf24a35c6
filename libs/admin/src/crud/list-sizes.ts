import { Injectable } from '@nestjs/common';

/** Numbers of rows from which on lists are read another way. Measured on both engines; tests make them small. */
@Injectable()
export class ListSizes {
  /** Up to so many are found first and sorted then; of more, a page is read along a sorted index. */
  few = 20_000;
  /** The same where that index lacks what the filter asks for, so that each row on the way has to be read. */
  many = 100_000;
  /** Beyond this place it pays to wait for the total, and to come from the end of the list if that is nearer. */
  far = 500_000;
}

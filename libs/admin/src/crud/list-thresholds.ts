import { Injectable } from '@nestjs/common';

/** Row counts at which lists switch to another plan. Measured on both engines; tests lower them. */
@Injectable()
export class ListThresholds {
  /** Up to this many matches are found first and then sorted; beyond it a page is read along a sorted index. */
  few = 20_000;
  /** The same limit where that index lacks filter fields, so that each row on the way has to be read. */
  many = 100_000;
  /** Beyond this offset it pays to wait for the total, and to read from the end of the list if that is nearer. */
  far = 500_000;
}

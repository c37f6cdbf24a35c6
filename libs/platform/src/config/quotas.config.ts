import { Setting, wholeNumber } from './setting.js';
import { WholeNumber } from '../validation/whole-number.js';

const MIB = 1024 * 1024;

/** Limits on the data that clients may store, each at least 1. */
export class QuotasConfig {
  /** Keys of remote data in the scope `app` of one application, 1–10000000. Further keys get 10523. */
  @Setting('QUOTA_APPLICATION_KEYS', wholeNumber)
  @WholeNumber(1, 10_000_000)
  applicationKeys = 100_000;

  /** Bytes of remote data in the scope `app` of one application: keys and values in UTF-8, 1–1099511627776. */
  @Setting('QUOTA_APPLICATION_BYTES', wholeNumber)
  @WholeNumber(1, 1_048_576 * MIB)
  applicationBytes = 256 * 1024 * 1024;

  /** Keys of remote data of one card, 1–1000000. Further keys get 10523. */
  @Setting('QUOTA_CARD_KEYS', wholeNumber)
  @WholeNumber(1, 1_000_000)
  cardKeys = 100;

  /** Bytes of remote data of one card: keys and values in UTF-8, 1–1073741824. */
  @Setting('QUOTA_CARD_BYTES', wholeNumber)
  @WholeNumber(1, 1024 * MIB)
  cardBytes = 1024 * 1024;

  /** Devices of one card or user whose device limit is 0 (unlimited), 1–100000. Further devices get 10217. */
  @Setting('QUOTA_DEVICES', wholeNumber)
  @WholeNumber(1, 100_000)
  devices = 1000;

  /**
   * Concurrent sessions of one card or user whose session limit is 0 (unlimited), 1–100000. Beyond this number, the
   * application's policy for concurrent sessions applies.
   */
  @Setting('QUOTA_SESSIONS', wholeNumber)
  @WholeNumber(1, 100_000)
  sessions = 1000;

  /** Returns the limits on an owner's remote data in a scope. */
  ofData(scope: 'app' | 'card'): { keys: number; bytes: number } {
    return scope === 'app'
      ? { keys: this.applicationKeys, bytes: this.applicationBytes }
      : { keys: this.cardKeys, bytes: this.cardBytes };
  }
}

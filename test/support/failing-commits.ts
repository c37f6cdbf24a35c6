import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * Makes every commit of the data source fail while `work` runs.
 * @param thrown the error of the commits
 * @param moment when the commits fail: by default just before the database commits; with `afterTransactionCommit`
 * afterwards, as if the database's reply were lost
 */
export async function withFailingCommits<T>(
  dataSource: DataSource,
  work: () => Promise<T>,
  thrown: unknown = new Error('no commit now'),
  moment: 'beforeTransactionCommit' | 'afterTransactionCommit' = 'beforeTransactionCommit',
): Promise<T> {
  const subscriber: EntitySubscriberInterface = {
    [moment]() {
      throw thrown;
    },
  };
  dataSource.subscribers.push(subscriber);
  try {
    return await work();
  } finally {
    dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
  }
}

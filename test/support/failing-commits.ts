import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * Makes every commit of the data source fail while `work` runs, just before the database would commit.
 * @param thrown the error of the commits
 */
export async function withFailingCommits<T>(
  dataSource: DataSource,
  work: () => Promise<T>,
  thrown: unknown = new Error('no commit now'),
): Promise<T> {
  const subscriber: EntitySubscriberInterface = {
    beforeTransactionCommit() {
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

import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/**
 * While `work` runs, no transaction of the data source can be committed: each fails at its very end.
 * @param thrown what they fail with
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

import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/** While `work` runs, no transaction of the data source can be committed: each fails at its very end. */
export async function withFailingCommits<T>(dataSource: DataSource, work: () => Promise<T>): Promise<T> {
  const subscriber: EntitySubscriberInterface = {
    beforeTransactionCommit() {
      throw new Error('no commit now');
    },
  };
  dataSource.subscribers.push(subscriber);
  try {
    return await work();
  } finally {
    dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
  }
}

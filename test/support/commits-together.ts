import type { DataSource, EntitySubscriberInterface } from 'typeorm';

/** Holds the first commits that `work` causes until `count` transactions are about to commit, so that they overlap. */
export async function withCommitsTogether<T>(
  dataSource: DataSource,
  count: number,
  work: () => Promise<T>,
): Promise<T> {
  const { promise: allCame, resolve: release } = Promise.withResolvers<void>();
  let came = 0;
  const subscriber: EntitySubscriberInterface = {
    beforeTransactionCommit() {
      if (++came >= count) release();
      return allCame;
    },
  };
  dataSource.subscribers.push(subscriber);
  try {
    return await work();
  } finally {
    dataSource.subscribers.splice(dataSource.subscribers.indexOf(subscriber), 1);
  }
}

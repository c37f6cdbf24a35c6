import { jest } from '@jest/globals';
import type { DataSource } from 'typeorm';
import { currentParty, type Party } from '@app/platform';

/** Collects the parties that begin transactions, until `unwatch` is called. */
export function watchParties(dataSource: DataSource): { parties: Party[]; unwatch: () => void } {
  const parties: Party[] = [];
  const transaction = dataSource.transaction.bind(dataSource) as (...work: unknown[]) => Promise<unknown>;
  const spy = jest.spyOn(dataSource, 'transaction').mockImplementation((...work: unknown[]) => {
    parties.push(currentParty());
    return transaction(...work);
  });
  return { parties, unwatch: () => spy.mockRestore() };
}

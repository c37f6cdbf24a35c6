import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, inBatches, indexHint, inTransaction, searchKeys } from '@app/database';
import { MINUTE_MS } from '@app/platform';

const ROWS = 200;

/**
 * Stores the missing search keys of cards. During a rolling update, processes of the previous version insert cards
 * without search keys.
 */
@Injectable()
export class SearchKeysJob {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  @ScheduledJob({
    name: 'search-keys',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    failure: 'Missing search keys of cards could not be stored',
  })
  async run(): Promise<void> {
    const applications = await this.dataSource.manager.find(Application, { select: { id: true } });
    for (const { id } of applications) await this.fill(id);
  }

  private async fill(applicationId: number): Promise<void> {
    const hint = indexHint(this.dataSource, 'ix_cards_search_key');
    let last = 0;
    await inBatches(async () => {
      const cards: { id: number; card: string }[] = await this.dataSource.query(
        `SELECT id, card FROM cards ${hint}
         WHERE application_id = ? AND search_key = '' AND id > ? ORDER BY id LIMIT ${ROWS}`,
        [applicationId, last],
      );
      const filled = cards
        .map(({ id, card }) => ({ id, ...searchKeys(card) }))
        // A key that consists only of punctuation has no search key.
        .filter(({ searchKey }) => searchKey !== '');
      if (filled.length > 0)
        await inTransaction(this.dataSource, async (manager) => {
          for (const { id, searchKey, reversedKey } of filled)
            await manager.query(
              "UPDATE cards SET search_key = ?, reversed_key = ? WHERE id = ? AND search_key = ''",
              [searchKey, reversedKey, id],
            );
        });
      last = cards.at(-1)?.id ?? last;
      return cards.length < ROWS ? 'done' : 'more';
    });
  }
}

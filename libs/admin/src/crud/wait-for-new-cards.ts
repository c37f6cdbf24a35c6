import { setTimeout } from 'node:timers/promises';
import { type EntityManager, In } from 'typeorm';
import { CardJob } from '@app/database';
import { refusal } from '../errors/admin-error.js';

const PATIENCE_MS = 2_000;
const LOOK_EVERY_MS = 50;

/**
 * Waits until no running job creates cards for an application. Such a job locks the rows of the application and its
 * card types. If a request waited for these locks in the database, all logins would queue behind the request.
 * @throws AdminError 409 after 2 seconds
 */
export async function waitForNewCards(manager: EntityManager, applicationId: number | null): Promise<void> {
  if (applicationId === null) return;
  const job = { applicationId, kind: In(['generate', 'import', 'import_state']), status: 'running' } as const;
  const deadline = performance.now() + PATIENCE_MS;
  while (await manager.existsBy(CardJob, job)) {
    if (performance.now() > deadline) {
      throw refusal('cards_being_made');
    }
    await setTimeout(LOOK_EVERY_MS);
  }
}

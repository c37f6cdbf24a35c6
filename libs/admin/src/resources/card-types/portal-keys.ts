import type { EntityManager } from 'typeorm';
import { Application, CardType } from '@app/database';
import { isShortForPortal, PORTAL_KEY_BITS } from '@app/licensing';
import { invalid, problem } from '../../errors/admin-error.js';

const MAX_NAMED = 10;

/**
 * Refuses to turn on the customer's page of an application if keys of a card type can be guessed and the application
 * does not accept short keys.
 * @param application with its new values
 * @throws AdminError 422 with the names of the card types
 */
export async function requireLongKeys(
  manager: EntityManager,
  { id, portalEnabled, portalShortKeysConfirmed }: Application,
): Promise<void> {
  if (!portalEnabled || portalShortKeysConfirmed) return;
  const types = await manager.find(CardType, { where: { applicationId: id }, order: { id: 'ASC' } });
  const short = types.filter(({ keyMask }) => isShortForPortal(keyMask));
  if (short.length === 0) return;
  const cardTypes = short.slice(0, MAX_NAMED + 1).map(({ name }, i) => (i < MAX_NAMED ? name : '…'));
  throw invalid({ portalEnabled: problem('short_card_types', { bits: PORTAL_KEY_BITS, cardTypes }) });
}

/**
 * Refuses a mask whose keys can be guessed, if the customer's page of the application is on and the application does
 * not accept short keys.
 * @param field the field that contains the mask
 * @param alphabet the alphabet of the keys; if omitted, the default alphabet
 * @throws AdminError 422
 */
export async function requireLongMask(
  manager: EntityManager,
  applicationId: number,
  field: 'keyMask' | 'mask',
  mask: string | null | undefined,
  alphabet?: string,
): Promise<void> {
  if (mask === undefined || !isShortForPortal(mask, alphabet)) return;
  const application = await manager.findOneBy(Application, { id: applicationId });
  if (!application?.portalEnabled || application.portalShortKeysConfirmed) return;
  throw invalid({ [field]: problem('short_keys', { bits: PORTAL_KEY_BITS }) });
}

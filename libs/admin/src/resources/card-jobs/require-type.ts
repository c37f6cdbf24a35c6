import type { EntityManager } from 'typeorm';
import { CardType } from '@app/database';
import { problem } from '../../errors/problem.js';
import { JobFailure } from './job-failure.js';

/** @throws JobFailure if the type was deleted after the job had been submitted */
export async function requireType(manager: EntityManager, id: number): Promise<CardType> {
  const type = await manager.findOneBy(CardType, { id });
  if (!type) throw new JobFailure(problem('card_type_deleted'));
  return type;
}

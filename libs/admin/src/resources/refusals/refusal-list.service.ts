import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager, In } from 'typeorm';
import { ApplicationDirectory } from '@app/applications';
import { Card, type HolderKindName, type Refusal, User } from '@app/database';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { CrudService } from '../../crud/crud.service.js';
import { toDto } from '../../crud/resource.js';
import { startOf } from './period.js';
import { refusalWords } from './refusal-words.js';
import { REFUSAL_FIELDS, type RefusalDto, type RefusalFilter, REFUSALS } from './refusal.resource.js';

/** Lists recorded refused requests. */
@Injectable()
export class RefusalList {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly directory: ApplicationDirectory,
  ) {}

  async list(actor: Actor, query: ListQuery<RefusalFilter>): Promise<Page<RefusalDto>> {
    const { period, ...filter } = query.filter;
    if (period !== undefined) {
      const application = filter.applicationId && this.directory.get(filter.applicationId);
      const timeZone = application ? application.timeZone : 'UTC';
      filter.from = Math.max(filter.from ?? 0, startOf(period, actor.now, timeZone));
    }
    const { rows, from, total } = await this.crud.list(actor, REFUSALS, { ...query, filter });
    return new Page(await this.show(rows), from, total);
  }

  /** @throws AdminError 404 */
  async get(actor: Actor, id: number): Promise<RefusalDto> {
    const [shown] = await this.show([await this.crud.get(actor, REFUSALS, id)]);
    return shown!;
  }

  private async show(refusals: readonly Refusal[]): Promise<RefusalDto[]> {
    const holders = await findHolders(this.dataSource.manager, refusals);
    return refusals.map((refusal) => {
      const kind = kindOf(refusal);
      const id = holders.get(keyOf(kind, refusal.applicationId, refusal.name)) ?? null;
      return {
        ...toDto(refusal, REFUSAL_FIELDS),
        ...refusalWords(refusal.code),
        holderKind: id === null ? null : kind,
        holderId: id,
      };
    });
  }
}

/** Returns the ids of the existing cards and users whose names the refused requests contain. */
async function findHolders(
  manager: EntityManager,
  refusals: readonly Refusal[],
): Promise<Map<string, number>> {
  const applicationId = In([...new Set(refusals.map((refusal) => refusal.applicationId))]);
  const names = (kind: HolderKindName) =>
    In([...new Set(refusals.flatMap((refusal) => (kindOf(refusal) === kind ? (refusal.name ?? []) : [])))]);
  const [cards, users] = await Promise.all([
    manager.find(Card, {
      select: { id: true, applicationId: true, card: true },
      where: { applicationId, card: names('card') },
    }),
    manager.find(User, {
      select: { id: true, applicationId: true, username: true },
      where: { applicationId, username: names('user') },
    }),
  ]);
  return new Map([
    ...cards.map(({ id, applicationId, card }) => [keyOf('card', applicationId, card), id] as const),
    ...users.map(({ id, applicationId, username }) => [keyOf('user', applicationId, username), id] as const),
  ]);
}

/** Returns whether a request was about a card or a user. The endpoint decides, since both can have the same name. */
function kindOf({ endpoint }: Refusal): HolderKindName | null {
  const [kind] = endpoint.split('/');
  return kind === 'card' || kind === 'user' ? kind : null;
}

function keyOf(kind: HolderKindName | null, applicationId: number, name: string | null): string {
  return JSON.stringify([kind, applicationId, name]);
}

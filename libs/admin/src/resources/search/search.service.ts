import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { ApplicationDirectory, type ClientApplication } from '@app/applications';
import {
  Card,
  CardType,
  Device,
  type LicenceHolder,
  Order,
  Refusal,
  Session,
  Trial,
  User,
} from '@app/database';
import { startOfDay } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import { withHolderNames } from '../holders/holder-names.js';
import { refusalWords } from '../refusals/refusal-words.js';
import { selectedApplications } from '../stats/selected-applications.js';
import { findCards, findNearCards, type FoundCard } from './find-cards.js';
import { type FoundRow, IndexLookups, type TextIndex } from './index-lookups.js';
import { mineQuery, type SearchTerms } from './mine-query.js';
import {
  type RefusedNameDto,
  SEARCH_KINDS,
  type SearchDto,
  type SearchKind,
  type SearchRefusalDto,
  type SearchResultDto,
} from './search.dto.js';

const LIMIT = 5;
/** Maximum number of names in a text that are looked up among the refusals. */
const REFUSED_NAMES = 4;
/** Maximum number of refusals that are counted for a card or user name. A count of 100 means 100 or more. */
const COUNTED = 100;

const BY_USERNAME: TextIndex = { table: 'users', index: 'ux_users_username', column: 'username' };
const BY_DEVICE: TextIndex = { table: 'devices', index: 'ix_devices_device_id', column: 'device_id' };
const BY_TRIAL: TextIndex = { table: 'trials', index: 'ux_trials_device', column: 'device_id' };
const BY_BATCH: TextIndex = { table: 'cards', index: 'ix_cards_batch', column: 'batch' };
const BY_ORDER_NO: TextIndex = { table: 'orders', index: 'ix_orders_external', column: 'external_no' };
const BY_REQUEST_KEY: TextIndex = { table: 'orders', index: 'ux_orders_request_key', column: 'request_key' };
const BY_IP: TextIndex = { table: 'sessions', index: 'ix_sessions_ip', column: 'ip' };
const BY_REFUSED_NAME: TextIndex = { table: 'refusals', index: 'ix_refusals_name', column: 'name' };
const BY_REFUSED_DEVICE: TextIndex = { table: 'refusals', index: 'ix_refusals_device', column: 'device_id' };
const BY_REFUSED_IP: TextIndex = { table: 'refusals', index: 'ix_refusals_ip', column: 'ip' };

/** Empty values of fields that most kinds of results do not have. */
const NOTHING = {
  id: null,
  status: null,
  frozen: null,
  expiresAt: null,
  issuedAt: null,
  cardTypeName: null,
  holderKind: null,
  holderId: null,
  holderName: null,
  at: null,
  refusal: null,
} as const;

/** A result before `search` adds the fields that it sets in the same way for every kind. */
type Hit = Omit<SearchResultDto, 'kind' | 'applicationName'>;

/** Finds records of all applications that the caller may access. Every lookup is limited and uses an index. */
@Injectable()
export class SearchService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly directory: ApplicationDirectory,
  ) {}

  /** @param text the text that was typed or pasted */
  async search(actor: Actor, text: string): Promise<SearchDto> {
    const applications = new Map(
      selectedApplications(this.directory, actor, undefined).map((application) => [
        application.id,
        application,
      ]),
    );
    const nothing: SearchDto = { results: [], more: [], refused: [], near: [] };
    if (applications.size === 0) return nothing;
    const lookups = new IndexLookups(this.dataSource, [...applications.keys()]);
    const terms = mineQuery(text);
    const shown = (kind: SearchKind, hits: readonly Hit[]) =>
      hits.flatMap((hit) => {
        const application = applications.get(hit.applicationId);
        return application ? [{ ...hit, kind, applicationName: application.name }] : [];
      });

    // One more record is read than is shown, to detect whether there are more.
    const cards = await findCards(lookups, terms, LIMIT + 1);
    const found: Record<SearchKind, Hit[]> = {
      card: await this.cards(cards),
      user: await this.users(lookups, terms),
      device: await this.devices(lookups, terms),
      order: await this.orders(lookups, terms),
      batch: await this.batches(lookups, terms),
      address: await this.addresses(lookups, terms),
    };
    const limits = Object.fromEntries(SEARCH_KINDS.map((kind) => [kind, LIMIT])) as Record<
      SearchKind,
      number
    >;
    limits.card = Math.max(LIMIT, cards.filter(({ match }) => match === 'full').length);
    const kinds = SEARCH_KINDS.filter((kind) => found[kind].length > 0).toSorted(
      (a, b) => Number(hasFull(found[b])) - Number(hasFull(found[a])),
    );
    if (kinds.length > 0) {
      return {
        ...nothing,
        results: kinds.flatMap((kind) => shown(kind, found[kind].slice(0, limits[kind]))),
        more: kinds.filter((kind) => found[kind].length > limits[kind]),
      };
    }
    return {
      ...nothing,
      refused: await this.refusedNames(lookups, terms, applications, actor.now),
      near: shown('card', await this.cards(await findNearCards(lookups, terms, LIMIT))),
    };
  }

  private async cards(found: readonly FoundCard[]): Promise<Hit[]> {
    const ids = In(found.map(({ id }) => id));
    const cards = byId(await this.dataSource.manager.find(Card, { select: CARD_FIELDS, where: { id: ids } }));
    const types = await this.typeNames([...cards.values()]);
    return found.flatMap(({ id, match, matched }) => {
      const card = cards.get(id);
      if (!card) return [];
      const { issuedAt, card: title } = card;
      return [{ ...NOTHING, ...ofHolder(card, types), issuedAt, title, match, matched }];
    });
  }

  private async users(lookups: IndexLookups, terms: SearchTerms): Promise<Hit[]> {
    const rows = await byName(lookups, [BY_USERNAME], terms);
    const ids = In(rows.map(({ id }) => id));
    const users = byId(await this.dataSource.manager.find(User, { select: USER_FIELDS, where: { id: ids } }));
    const types = await this.typeNames([...users.values()]);
    return rows.flatMap(({ id, text, ...fit }) => {
      const user = users.get(id);
      return user ? [{ ...NOTHING, ...ofHolder(user, types), title: text, ...fit }] : [];
    });
  }

  /** Returns devices that are bound, have a trial, or were refused. */
  private async devices(lookups: IndexLookups, terms: SearchTerms): Promise<Hit[]> {
    const { manager } = this.dataSource;
    const [bound, tried] = [
      await byName(lookups, [BY_DEVICE], terms),
      await byName(lookups, [BY_TRIAL], terms),
    ];
    const devices = byId(await manager.findBy(Device, { id: In(bound.map(({ id }) => id)) }));
    const trials = byId(await manager.findBy(Trial, { id: In(tried.map(({ id }) => id)) }));
    await withHolderNames(manager, [...devices.values()]);
    const hits: Hit[] = bound.flatMap(({ id, text, ...fit }) => {
      const device = devices.get(id) as (Device & { holderName: string | null }) | undefined;
      if (!device) return [];
      const { holderKind, holderId, holderName, boundAt: at } = device;
      return [{ ...NOTHING, title: text, ...fit, holderKind, holderId, holderName, at }];
    });
    for (const { id, text, ...fit } of tried) {
      const trial = trials.get(id);
      if (!trial) continue;
      const { startedAt: at, expiresAt } = trial;
      hits.push({ ...NOTHING, title: text, ...fit, holderKind: 'trial', holderId: id, at, expiresAt });
    }
    const isKnown = (row: FoundRow) =>
      hits.some(({ applicationId, title }) => applicationId === row.applicationId && title === row.text);
    for (const name of terms.names.slice(0, REFUSED_NAMES)) {
      const refused = (await lookups.latest(BY_REFUSED_DEVICE, name)).filter((row) => !isKnown(row));
      const refusals = await this.refusals(refused);
      for (const { id, applicationId } of refused)
        hits.push(refusedHit(applicationId, name, refusals.get(String(id))));
    }
    return hits
      .toSorted((a, b) => Number(b.match === 'full') - Number(a.match === 'full'))
      .slice(0, LIMIT + 1);
  }

  private async orders(lookups: IndexLookups, terms: SearchTerms): Promise<Hit[]> {
    const rows = await byName(lookups, [BY_ORDER_NO, BY_REQUEST_KEY], terms);
    const ids = In(rows.map(({ id }) => id));
    const orders = byId(
      await this.dataSource.manager.find(Order, { select: ORDER_FIELDS, where: { id: ids } }),
    );
    return rows.flatMap(({ id, text, ...fit }) => {
      const order = orders.get(id);
      if (!order) return [];
      const { status, createdAt: at, product: cardTypeName } = order;
      return [{ ...NOTHING, id, title: text, ...fit, status, at, cardTypeName }];
    });
  }

  private async batches(lookups: IndexLookups, { whole }: SearchTerms): Promise<Hit[]> {
    const hits: Hit[] = [];
    for (const prefix of spellings(whole)) {
      if (hits.length > LIMIT) break;
      for (const { applicationId, text } of await lookups.distinctBeginning(BY_BATCH, prefix, LIMIT + 1)) {
        hits.push({ ...NOTHING, applicationId, title: text, match: fitOf(text, prefix), matched: prefix });
      }
    }
    return hits.slice(0, LIMIT + 1);
  }

  /** Returns addresses from which somebody logged in or was refused, once for each application. */
  private async addresses(lookups: IndexLookups, { addresses }: SearchTerms): Promise<Hit[]> {
    const { manager } = this.dataSource;
    const hits: Hit[] = [];
    for (const ip of addresses) {
      const [logins, refused] = [await lookups.latest(BY_IP, ip), await lookups.latest(BY_REFUSED_IP, ip)];
      const sessions = await manager.findBy(Session, { id: In(logins.map(({ id }) => id)) });
      const refusals = await this.refusals(refused);
      const named = await withHolderNames(manager, sessions);
      for (const applicationId of new Set([...logins, ...refused].map((row) => row.applicationId))) {
        const session = named.find((row) => row.applicationId === applicationId);
        const refusal = refusals.get(String(refused.find((row) => row.applicationId === applicationId)?.id));
        const { holderKind = null, holderId = null, holderName = null, createdAt: at = null } = session ?? {};
        hits.push({ ...refusedHit(applicationId, ip, refusal), holderKind, holderId, holderName, at });
      }
    }
    return hits.slice(0, LIMIT + 1);
  }

  /** Returns refusals with their messages, by id. Ids are texts, since MySQL returns bigints as text. */
  private async refusals(rows: readonly FoundRow[]): Promise<Map<string, SearchRefusalDto>> {
    const refusals = await this.dataSource.manager.findBy(Refusal, { id: In(rows.map(({ id }) => id)) });
    return new Map(
      refusals.map(({ id, at, code, name }) => [String(id), { at, code, ...refusalWords(code), name }]),
    );
  }

  private async refusedNames(
    lookups: IndexLookups,
    { names }: SearchTerms,
    applications: ReadonlyMap<number, ClientApplication>,
    now: number,
  ): Promise<RefusedNameDto[]> {
    const refused: RefusedNameDto[] = [];
    const variants = new Set(names.slice(0, REFUSED_NAMES).flatMap(spellings));
    for (const name of variants) {
      for (const { applicationId } of await lookups.latest(BY_REFUSED_NAME, name)) {
        if (refused.length >= LIMIT) return refused;
        const application = applications.get(applicationId);
        const latest = await this.dataSource.manager.find(Refusal, {
          where: { applicationId, name },
          order: { id: 'DESC' },
          take: COUNTED,
        });
        const [last] = latest;
        // The refusal may have been deleted since the lookup.
        if (!application || !last) continue;
        const today = startOfDay(now, application.timeZone);
        const { at, code } = last;
        refused.push({
          applicationId,
          applicationName: application.name,
          name,
          today: latest.filter((refusal) => refusal.at >= today).length,
          at,
          code,
          ...refusalWords(code),
        });
      }
    }
    return refused;
  }

  private async typeNames(holders: readonly LicenceHolder[]): Promise<Map<number, string>> {
    const types = await this.dataSource.manager.find(CardType, {
      select: { id: true, name: true },
      where: { id: In([...new Set(holders.map(({ cardTypeId }) => cardTypeId))]) },
    });
    return new Map(types.map(({ id, name }) => [id, name]));
  }
}

const HOLDER_FIELDS = {
  id: true,
  applicationId: true,
  cardTypeId: true,
  status: true,
  frozen: true,
  expiresAt: true,
} as const;
const CARD_FIELDS = { ...HOLDER_FIELDS, card: true, issuedAt: true } as const;
const USER_FIELDS = HOLDER_FIELDS;
const ORDER_FIELDS = { id: true, status: true, createdAt: true, product: true } as const;

/** Finds records whose name is in the text, then records whose name begins with the whole text. */
async function byName(
  lookups: IndexLookups,
  indexes: readonly TextIndex[],
  { names, whole }: SearchTerms,
): Promise<(FoundRow & Pick<Hit, 'match' | 'matched'>)[]> {
  const found = new Map<number, FoundRow & Pick<Hit, 'match' | 'matched'>>();
  const exact = [...new Set(names.flatMap(spellings))];
  for (const index of indexes) {
    for (const row of await lookups.equal(index, exact, LIMIT + 1))
      found.set(row.id, { ...row, match: 'full', matched: row.text });
  }
  for (const index of indexes) {
    for (const prefix of spellings(whole)) {
      if (found.size > LIMIT) break;
      for (const row of await lookups.beginning(index, prefix, LIMIT + 1))
        if (!found.has(row.id)) found.set(row.id, { ...row, match: 'prefix', matched: prefix });
    }
  }
  return [...found.values()].slice(0, LIMIT + 1);
}

/**
 * Returns a name as it is, in lower case, in upper case, and with an initial capital, since the indexes compare byte by
 * byte.
 */
function spellings(name: string): string[] {
  if (Array.from(name).length < 2) return [];
  const lower = name.toLowerCase();
  const [first = '', ...rest] = Array.from(lower);
  return [...new Set([name, lower, name.toUpperCase(), first.toUpperCase() + rest.join('')])];
}

function fitOf(text: string, given: string): 'full' | 'prefix' {
  return text === given ? 'full' : 'prefix';
}

function refusedHit(applicationId: number, title: string, refusal: SearchRefusalDto | undefined): Hit {
  return { ...NOTHING, applicationId, title, match: 'full', matched: title, refusal: refusal ?? null };
}

function ofHolder(holder: LicenceHolder, types: ReadonlyMap<number, string>) {
  const { id, applicationId, status, frozen, expiresAt, cardTypeId } = holder;
  return { id, applicationId, status, frozen, expiresAt, cardTypeName: types.get(cardTypeId) ?? null };
}

function hasFull(hits: readonly Hit[]): boolean {
  return hits.some(({ match }) => match === 'full');
}

function byId<T extends { id: number }>(rows: readonly T[]): Map<number, T> {
  return new Map(rows.map((row) => [row.id, row]));
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Request } from 'express';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { DataSource, type EntityManager } from 'typeorm';
import {
  Application,
  CardJob,
  type CardJobKind,
  CardType,
  type HolderKindName,
  inTransaction,
  isUniqueViolation,
} from '@app/database';
import { readRows } from '@app/import';
import { DEFAULT_ALPHABET, DEFAULT_MASK } from '@app/licensing';
import type { Actor, AdminHttpRequest } from '../../access/actor.js';
import { ReadQueue } from '../../access/read-queue.js';
import { invalid, notFound, problem, refusal } from '../../errors/admin-error.js';
import type { ListQuery } from '../../api/list-query.js';
import type { Page } from '../../api/page.js';
import { requireLimitedType } from '../card-types/unbind-limits.js';
import { type CardFilter, CARDS } from '../cards/card.resource.js';
import { USERS } from '../users/user.resource.js';
import { CrudService, requireOwnApplication } from '../../crud/crud.service.js';
import {
  type CardJobDto,
  type ChangeCardsDto,
  type ChangePreviewDto,
  type ChangeUsersDto,
  type GenerateCardsDto,
  type ImportCardsDto,
  type ImportStateDto,
  MAX_CARDS_CHANGED,
  MAX_PREVIEWED,
  type ReportRowDto,
} from './card-job.dto.js';
import { type CardJobFilter, CARD_JOBS } from './card-job.resource.js';
import { CardJobRunner } from './card-job-runner.js';
import { changeHolders, previewChange } from './change-holders.js';
import { changeFaults } from './change-faults.js';
import { requireLongMask } from '../card-types/portal-keys.js';
import { generateCards, type GenerateInput } from './generate-cards.js';
import { importCards, type ImportInput } from './import-cards.js';
import { unpackReport } from './import-report.js';
import { importState, type ImportStateInput } from './import-state.js';
import type { CardJobWork } from './job-work.js';
import { RemoteJobs, type JobState } from './remote-jobs.js';
import { roomFault } from './key-style.js';
import { LiveJob } from './live-job.js';
import { parseCsv, parseLines } from './parse-import.js';
import { readSourceRecords } from './read-source-records.js';
import { TextBody } from './text-body.js';
import { showJob } from './show-job.js';

/**
 * Milliseconds for which a request waits for its job. Small jobs finish within this time, so that the response contains
 * the result.
 */
const WAIT_FOR_END_MS = 500;
/** Milliseconds for which a request waits for the end of the job that it cancels. A rollback can take some time. */
const WAIT_FOR_CANCEL_MS = 5_000;
const LOOK_EVERY_MS = 100;
const VALUES_AT_A_TIME = 500;
/**
 * Maximum number of files that the server receives from an administrator at the same time. While a file is being
 * received, which can take minutes, it occupies one of the places for jobs.
 */
const MAX_UPLOADS = 5;
const RETRY_AFTER_SEC = 10;

/** The parts of a job's request by which a repeated request is recognized. */
interface Wanted {
  readonly kind: CardJobKind;
  readonly applicationId: number;
  readonly requestKey: string | undefined;
  /** Returns the part of the job's input that depends only on the request. */
  readonly said: () => object | Promise<object>;
}

/** A job ready to run: its input contains all defaults. */
interface Order {
  readonly total: number;
  readonly input: object;
  readonly work: CardJobWork;
}

/** Submits, shows and cancels jobs. */
@Injectable()
export class CardJobService {
  /** The id of the administrator of each file that is being received. */
  private readonly uploaders: number[] = [];

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly runner: CardJobRunner,
    private readonly elsewhere: RemoteJobs,
    private readonly turns: ReadQueue,
  ) {}

  async list(actor: Actor, query: ListQuery<CardJobFilter>): Promise<Page<CardJobDto>> {
    const live = this.runner.current();
    const page = await this.crud.list(actor, CARD_JOBS, query);
    const open = page.rows.filter((row) => isOpen(row) && !live.has(row.id));
    const states = await this.elsewhere.see(open.map(({ id }) => id));
    return page.map((row) => showJob(live.get(row.id)?.shown ?? withState(row, states.get(row.id))));
  }

  async get(actor: Actor, id: number): Promise<CardJobDto> {
    const live = this.runner.current().get(id);
    const row = await this.crud.get(actor, CARD_JOBS, id);
    return showJob(live?.shown ?? (await this.seen(row)));
  }

  /** @throws AdminError 422 */
  async generate(actor: Actor, dto: GenerateCardsDto): Promise<CardJobDto> {
    const { applicationId, requestKey, cardTypeId, count } = dto;
    const { alphabet = DEFAULT_ALPHABET, note = null, batch = null } = dto;
    const rest = { cardTypeId, count, alphabet, note, batch };
    // If the request has no mask, a repetition is recognized without comparing masks: the mask of the card type may
    // have changed since the first request.
    const said = () => (dto.mask === undefined ? rest : { ...rest, mask: dto.mask });
    return this.submit(actor, { kind: 'generate', applicationId, requestKey, said }, async () => {
      const type = await this.requireType(dto);
      const input: GenerateInput = { ...rest, mask: dto.mask ?? type.keyMask ?? DEFAULT_MASK };
      const fault = roomFault(input, count);
      if (fault) throw invalid({ mask: fault });
      // If the request has no alphabet, the mask of the card type is not checked again: it has already been checked
      // with the default alphabet.
      const ownMask = dto.alphabet === undefined ? dto.mask : input.mask;
      await requireLongMask(this.dataSource.manager, applicationId, 'mask', ownMask, alphabet);
      return { total: count, input, work: generateCards(input) };
    });
  }

  /** @throws AdminError 413, 415, 422, 429 */
  async import(actor: Actor, dto: ImportCardsDto, request: AdminHttpRequest): Promise<CardJobDto> {
    const { applicationId, requestKey, cardTypeId, note = null, batch = null } = dto;
    const body = new TextBody(request);
    const said = async () => {
      const format = formatOf(request);
      return { cardTypeId, format, note, batch, sha256: await body.sha256() };
    };
    return this.submitFile(actor, { kind: 'import', applicationId, requestKey, said }, async () => {
      await this.requireType(dto);
      const format = formatOf(request);
      const text = body.pieces;
      const lines = await (format === 'csv' ? parseCsv(text) : parseLines(text));
      const sha256 = await body.sha256();
      const input: ImportInput = { cardTypeId, format, lines: lines.length, note, batch, sha256 };
      return { total: lines.length, input, work: importCards(input, lines) };
    });
  }

  /** @throws AdminError 413, 415, 422, 429 */
  async importState(actor: Actor, dto: ImportStateDto, request: AdminHttpRequest): Promise<CardJobDto> {
    const { applicationId, requestKey, cardTypeId, preset = 'plain', existing = 'skip' } = dto;
    const body = new TextBody(request);
    const dryRun = dto.dryRun === 'true';
    const rest = { cardTypeId: cardTypeId ?? null, preset, existing, dryRun };
    const said = async () => ({ ...rest, format: stateFormatOf(request), sha256: await body.sha256() });
    return this.submitFile(actor, { kind: 'import_state', applicationId, requestKey, said }, async () => {
      if (cardTypeId !== undefined) await this.requireType({ applicationId, cardTypeId });
      const format = stateFormatOf(request);
      const { timeZone } = await this.dataSource.manager.findOneByOrFail(Application, { id: applicationId });
      const records = await readSourceRecords(body.pieces, format);
      const rows = await inPauses(
        readRows(records, { preset, timeZone, hasCardType: cardTypeId !== undefined }),
      );
      const sha256 = await body.sha256();
      const input: ImportStateInput = { ...rest, format, lines: rows.length, sha256 };
      return { total: rows.length, input, work: importState(applicationId, input, rows) };
    });
  }

  /** @throws AdminError 422 */
  async change(actor: Actor, holderKind: HolderKindName, dto: BulkChange): Promise<CardJobDto> {
    requireFaultless(dto);
    const { applicationId, requestKey, action, ids, filter, unit, amount, uses, note, reason } = dto;
    // Stored only for users; also compared for cards when a request key is used again.
    const ofUsers = holderKind === 'user' ? holderKind : undefined;
    const input = { action, ids, filter, unit, amount, uses, note, reason, holderKind: ofUsers };
    const wanted = { kind: action, applicationId, requestKey, said: () => input };
    return this.submit(actor, wanted, async () => {
      // Read first: a card that is sold while the cards are selected does not count as sold before.
      const issued = action === 'delete' ? await this.findIssued(actor, dto) : undefined;
      const found = await this.findHolders(actor, holderKind, dto);
      const work = changeHolders(holderKind, applicationId, input, {
        ids: found,
        issued,
        missing: ids ? new Set(ids).size - found.length : 0,
        at: actor.now,
        stillMatching:
          filter && ((manager, part) => this.stillMatching(manager, actor, holderKind, dto, part)),
      });
      return { total: found.length, input, work };
    });
  }

  /**
   * Returns the effects that a change would have now, without locking or writing anything.
   * @throws AdminError 422
   */
  async preview(actor: Actor, holderKind: HolderKindName, dto: BulkChange): Promise<ChangePreviewDto> {
    requireFaultless(dto);
    const { manager } = this.dataSource;
    await requireOwnApplication(manager, actor, dto.applicationId);
    const ids = this.idsOf(actor, holderKind, dto);
    return previewChange(manager, holderKind, dto.applicationId, dto, ids, MAX_PREVIEWED, actor.now);
  }

  /**
   * Cancels a job. Only one of several concurrent requests succeeds.
   * @throws AdminError 404; 409 if the job has ended, or a different request cancels it
   */
  async cancel(actor: Actor, id: number): Promise<CardJobDto> {
    const live = this.runner.current().get(id);
    const row = await this.crud.get(actor, CARD_JOBS, id);
    if (!live) return showJob(await this.cancelElsewhere(actor, row));
    if (!live.stop({ by: actor })) {
      throw refusal(live.stopped ? 'job_being_cancelled' : 'job_being_completed');
    }
    await live.settledWithin(WAIT_FOR_CANCEL_MS);
    return showJob(live.shown);
  }

  /** @throws AdminError 409 if the job has ended or could not be cancelled */
  private async cancelElsewhere(actor: Actor, row: CardJob): Promise<CardJob> {
    if (isOpen(row)) await this.elsewhere.cancel(row.id, actor);
    for (let waited = 0; isOpen(row) && waited < WAIT_FOR_CANCEL_MS; waited += LOOK_EVERY_MS) {
      await setTimeout(LOOK_EVERY_MS);
      row = await this.seen(await this.crud.get(actor, CARD_JOBS, row.id));
      if (row.status === 'cancelled') return row;
    }
    throw isOpen(row) ? refusal('job_being_completed') : refusal('job_ended', { status: row.status });
  }

  /** Returns the job with the current state from the process that runs it. */
  private async seen(row: CardJob): Promise<CardJob> {
    if (!isOpen(row)) return row;
    return withState(row, (await this.elsewhere.see([row.id])).get(row.id));
  }

  /**
   * Returns those lines of an import that created no card or user, each with its outcome.
   * @throws AdminError 404 when the job is not a finished import
   */
  async report(actor: Actor, id: number): Promise<AsyncIterable<ReportRowDto[]>> {
    await this.crud.get(actor, CARD_JOBS, id);
    const select = { id: true, report: true } as const;
    const { manager } = this.dataSource;
    const row = await this.turns.run(actor, () => manager.findOne(CardJob, { select, where: { id } }));
    if (row?.report == null) throw notFound('report');
    return unpackReport(row.report);
  }

  /**
   * As `submit`, for a job whose file is received by `prepare`.
   * @throws AdminError 429 if too many files of the administrator are being received
   */
  private submitFile(actor: Actor, wanted: Wanted, prepare: () => Promise<Order>): Promise<CardJobDto> {
    const { adminId } = actor.principal;
    return this.submit(actor, wanted, async () => {
      const files = this.uploaders.filter((id) => id === adminId).length;
      if (files >= MAX_UPLOADS) throw refusal('too_many_uploads', { files, seconds: RETRY_AFTER_SEC });
      this.uploaders.push(adminId);
      try {
        return await prepare();
      } finally {
        this.uploaders.splice(this.uploaders.indexOf(adminId), 1);
      }
    });
  }

  /**
   * @param prepare not called for a repeated request
   * @throws AdminError 422 when the request key was used for another job
   */
  private async submit(actor: Actor, wanted: Wanted, prepare: () => Promise<Order>): Promise<CardJobDto> {
    const { kind, applicationId, requestKey } = wanted;
    await requireOwnApplication(this.dataSource.manager, actor, applicationId);
    const earlier = await this.findEarlier(wanted);
    if (earlier) return this.answer(earlier.id);
    try {
      const { row } = await this.runner.enqueue(applicationId, async () => {
        const { total, input, work } = await prepare();
        const row = this.dataSource.manager.create(CardJob, {
          applicationId,
          kind,
          status: 'queued',
          total,
          progress: 0,
          input: JSON.stringify(input),
          result: null,
          error: null,
          requestKey: requestKey ?? null,
          processId: this.runner.processId,
          createdBy: actor.principal.name,
          createdAt: actor.now,
          startedAt: null,
          finishedAt: null,
        });
        await inTransaction(this.dataSource, (manager) => manager.insert(CardJob, row));
        return new LiveJob(row, actor, work);
      });
      return await this.answer(row.id);
    } catch (error) {
      const first = isUniqueViolation(error) && (await this.findEarlier(wanted));
      if (first) return this.answer(first.id);
      throw error;
    }
  }

  private async answer(id: number): Promise<CardJobDto> {
    const live = this.runner.current().get(id);
    await live?.settledWithin(WAIT_FOR_END_MS);
    return showJob(live?.shown ?? (await this.dataSource.manager.findOneByOrFail(CardJob, { id })));
  }

  /** @throws AdminError 422 when the request key was used for another job */
  private async findEarlier({ kind, applicationId, requestKey, said }: Wanted): Promise<CardJob | null> {
    if (requestKey === undefined) return null;
    const earlier = await this.dataSource.manager.findOneBy(CardJob, { applicationId, requestKey });
    if (earlier && (earlier.kind !== kind || !contains(earlier.input, await said())))
      throw invalid({ requestKey: problem('request_key_used') });
    return earlier;
  }

  private async requireType({
    applicationId,
    cardTypeId,
  }: Pick<GenerateCardsDto, 'applicationId' | 'cardTypeId'>): Promise<CardType> {
    const type = await this.dataSource.manager.findOneBy(CardType, { id: cardTypeId, applicationId });
    if (!type) throw invalid({ cardTypeId: problem('unknown_card_type') });
    await requireLimitedType(this.dataSource.manager, type);
    return type;
  }

  /** Returns the ids of the cards or users to be changed, ascending. */
  private async findHolders(actor: Actor, kind: HolderKindName, dto: BulkChange): Promise<number[]> {
    const found: number[] = [];
    for await (const part of this.idsOf(actor, kind, dto)) {
      found.push(...part);
      if (found.length > MAX_CARDS_CHANGED)
        throw invalid({ filter: problem('filter_too_wide', { max: MAX_CARDS_CHANGED }) });
    }
    return found;
  }

  /** Returns the ids of the selected cards that are issued already. */
  private async findIssued(actor: Actor, dto: BulkChange): Promise<Set<number>> {
    const issued = new Set<number>();
    const wanted: CardFilter = filterOf(dto);
    if (wanted.issued === false) return issued;
    for await (const part of this.crud.ids(actor, CARDS, { ...wanted, issued: true })) {
      for (const id of part) issued.add(id);
      // `findHolders` refuses such a selection.
      if (issued.size > MAX_CARDS_CHANGED) break;
    }
    return issued;
  }

  private idsOf(actor: Actor, kind: HolderKindName, dto: BulkChange): AsyncGenerator<number[]> {
    const wanted = filterOf(dto);
    return kind === 'card' ? this.crud.ids(actor, CARDS, wanted) : this.crud.ids(actor, USERS, wanted);
  }

  private stillMatching(
    manager: EntityManager,
    actor: Actor,
    kind: HolderKindName,
    dto: BulkChange,
    ids: readonly number[],
  ): Promise<number[]> {
    const wanted = filterOf(dto);
    return kind === 'card'
      ? this.crud.stillMatching(manager, actor, CARDS, wanted, ids)
      : this.crud.stillMatching(manager, actor, USERS, wanted, ids);
  }
}

/** An action on many cards or users. */
type BulkChange = ChangeCardsDto | ChangeUsersDto;

function filterOf({ applicationId, ids, filter }: BulkChange) {
  return { ...(filter ?? { id: ids! }), applicationId };
}

/** @throws AdminError 422 */
function requireFaultless(dto: BulkChange): void {
  const faults = changeFaults(dto);
  if (Object.keys(faults).length > 0) throw invalid(faults);
}

/**
 * True when the stored input contains these values.
 * @param input JSON of a job's input
 */
function contains(input: string, said: object): boolean {
  const earlier = JSON.parse(input) as Record<string, unknown>;
  const now = JSON.parse(JSON.stringify(said)) as Record<string, unknown>;
  return Object.keys(said).every((name) => isDeepStrictEqual(earlier[name], now[name]));
}

function isOpen({ status }: CardJob): boolean {
  return status === 'queued' || status === 'running';
}

function withState(row: CardJob, state: JobState | undefined): CardJob {
  return isOpen(row) && state ? { ...row, ...state } : row;
}

function formatOf(request: Request): ImportInput['format'] {
  return contentOf(request, { 'text/csv': 'csv', 'text/plain': 'txt' }, 'not_csv_or_text');
}

function stateFormatOf(request: Request): ImportStateInput['format'] {
  return contentOf(request, { 'text/csv': 'csv', 'application/json': 'json' }, 'not_csv_or_json');
}

/** @throws AdminError 415 */
function contentOf<T extends string>(
  request: Request,
  formats: Readonly<Record<string, T>>,
  fault: 'not_csv_or_text' | 'not_csv_or_json',
): T {
  const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(/\s*;\s*/);
  const format = new Map(Object.entries(formats)).get(type.trim());
  const isUtf8 = parameters.every((text) => !text.startsWith('charset=') || /^charset="?utf-8"?$/.test(text));
  const isPlain = (request.headers['content-encoding'] ?? 'identity') === 'identity';
  if (format && isUtf8 && isPlain) return format;
  throw refusal(fault);
}

/** Collects values, and lets other work run in between. */
async function inPauses<T>(values: Iterable<T>): Promise<T[]> {
  const all: T[] = [];
  for (const value of values) {
    all.push(value);
    if (all.length % VALUES_AT_A_TIME === 0) await setImmediate();
  }
  return all;
}

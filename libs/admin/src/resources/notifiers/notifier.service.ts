import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import {
  deleteInBatches,
  inTransaction,
  Notifier,
  NotifierMessage,
  serializeTransactions,
} from '@app/database';
import { applicationsOf, raiseSubscriptionsRevision, Subscriptions } from '@app/events';
import { Mailer } from '@app/mail';
import {
  composeTest,
  kindFaults,
  type KindValues,
  MAX_NOTIFIERS,
  MessageSender,
  NO_PAUSE,
  NOTIFIER_DEFAULTS,
  retryMessagesNow,
  tokenHint,
  typedAddresses,
  UNUSED,
} from '@app/notifiers';
import { changesOf, Clock, OutgoingHttp, SecretBox } from '@app/platform';
import type { Actor } from '../../access/actor.js';
import type { ListQuery } from '../../api/list-query.js';
import { Page } from '../../api/page.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { changeOf, CrudService, requireVersion } from '../../crud/crud.service.js';
import { limitToApplications } from '../../crud/limit-to-applications.js';
import { toDto } from '../../crud/resource.js';
import { type Faults, invalid, problem, refusal } from '../../errors/admin-error.js';
import type { CreateNotifierDto, EditNotifierDto, NotifierDto, NotifierTestDto } from './notifier.dto.js';
import { NOTIFIER_FIELDS, type NotifierFilter, NOTIFIERS } from './notifier.resource.js';

/** Maximum time in milliseconds that a request for a test message waits for the service's answer. */
const TEST_TIMEOUT_MS = 40_000;

/** Manages notifiers, for owners only. A change takes effect before the response. */
@Injectable()
export class NotifierService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly crud: CrudService,
    private readonly audit: AuditTrail,
    private readonly secrets: SecretBox,
    private readonly http: OutgoingHttp,
    private readonly mailer: Mailer,
    private readonly sender: MessageSender,
    private readonly subscriptions: Subscriptions,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: ListQuery<NotifierFilter>): Promise<Page<NotifierDto>> {
    const { rows, from, total } = await this.crud.list(actor, NOTIFIERS, query);
    return new Page(await Promise.all(rows.map((notifier) => this.show(notifier))), from, total);
  }

  async get(actor: Actor, id: number): Promise<NotifierDto> {
    return this.show(await this.crud.get(actor, NOTIFIERS, id));
  }

  /** @throws AdminError 409 if there are 50 notifiers; 422 */
  async create(
    actor: Actor,
    { applicationIds = null, token = null, signingSecret = null, ...dto }: CreateNotifierDto,
  ): Promise<NotifierDto> {
    const settings = { ...NOTIFIER_DEFAULTS, ...changesOf<Partial<Notifier>>({}, dto), kind: dto.kind };
    this.check({ ...settings, token, signingSecret });
    const values = {
      ...UNUSED,
      ...settings,
      types: [...settings.types],
      allApplications: applicationIds === null,
      tokenSealed: this.seal(token),
      signingSecretSealed: this.seal(signingSecret),
    };
    const notifier = await this.crud.create(
      actor,
      NOTIFIERS,
      values,
      async (_, manager) => {
        await serializeTransactions(manager);
        if ((await manager.count(Notifier)) >= MAX_NOTIFIERS)
          throw refusal('too_many_notifiers', { max: MAX_NOTIFIERS });
        await raiseSubscriptionsRevision(manager);
      },
      (row, manager) => limitToApplications(manager, 'notifier', row.id, applicationIds),
    );
    await this.subscriptions.refresh();
    return this.show(notifier);
  }

  /** @throws AdminError 404; 409; 422 */
  async update(
    actor: Actor,
    id: number,
    { rowVersion, applicationIds, token, signingSecret, ...dto }: EditNotifierDto,
  ): Promise<NotifierDto> {
    const allApplications = applicationIds === undefined ? undefined : applicationIds === null;
    await this.crud.act(actor, NOTIFIERS, id, async (row, manager) => {
      requireVersion(row, rowVersion);
      const before = this.open(row);
      const wanted = changesOf(before, { token, signingSecret });
      const changes: Partial<Notifier> = {
        ...changesOf(row, { ...dto, allApplications }),
        ...(wanted.token !== undefined && { tokenSealed: this.seal(wanted.token) }),
        ...(wanted.signingSecret !== undefined && { signingSecretSealed: this.seal(wanted.signingSecret) }),
      };
      this.check({ ...row, ...changes, ...before, ...changesOf<Partial<KindValues>>({}, dto), ...wanted });
      const limited = await limitToApplications(manager, 'notifier', id, applicationIds);
      if (Object.keys(changes).length === 0 && !limited) return;
      // If failures with the previous settings have paused the notifier, the pause ends.
      Object.assign(changes, changesOf(row, NO_PAUSE));
      await this.crud.change(manager, actor, NOTIFIERS, row, changes, 'update', () => limited);
      await retryMessagesNow(manager, id, this.clock.now());
      await raiseSubscriptionsRevision(manager);
    });
    await this.subscriptions.refresh();
    return this.get(actor, id);
  }

  /** Deletes a notifier with its messages. */
  async delete(actor: Actor, id: number): Promise<NotifierDto> {
    const shown = await this.get(actor, id);
    // In batches, since one transaction that deletes hundreds of thousands of rows would take too long.
    await deleteInBatches(this.dataSource, NotifierMessage, { notifierId: id });
    await this.crud.delete(actor, NOTIFIERS, id, (_, manager) => raiseSubscriptionsRevision(manager));
    await this.subscriptions.refresh();
    return shown;
  }

  /** Sends a test message and waits for the answer. */
  async test(actor: Actor, id: number): Promise<NotifierTestDto> {
    const notifier = await this.crud.get(actor, NOTIFIERS, id);
    const change = { ...changeOf(NOTIFIERS, notifier), action: 'test' as const };
    await this.audit.record(this.dataSource.manager, actor, change);
    const message = composeTest(notifier, this.clock.now());
    const { result, answer } = await this.sender.send(
      notifier,
      message,
      AbortSignal.timeout(TEST_TIMEOUT_MS),
    );
    const sent = result === 'sent';
    await inTransaction(this.dataSource, async (manager) => {
      const now = this.clock.now();
      await manager.update(
        Notifier,
        { id },
        {
          lastAt: now,
          lastSent: sent,
          lastAnswer: answer,
          // If failures have paused the notifier, a successful test ends the pause.
          ...(sent && NO_PAUSE),
          // A test is not an edit: the row version stays, so that an administrator who is editing the notifier gets no
          // conflict.
          rowVersion: () => 'row_version',
        },
      );
      if (sent) await retryMessagesNow(manager, id, now);
    });
    return { sent, answer };
  }

  /** @throws AdminError 422 */
  private check(values: KindValues & Pick<Notifier, 'enabled' | 'quietFrom' | 'quietTo'>): void {
    const faults: Faults = {};
    for (const [field, code] of Object.entries(kindFaults(values))) faults[field] = problem(code);
    for (const [field, url] of Object.entries(typedAddresses(values))) {
      const fault = this.http.faultOf(url);
      if (fault) faults[field] ??= problem(fault);
    }
    if ((values.quietFrom === null) !== (values.quietTo === null))
      faults[values.quietFrom === null ? 'quietFrom' : 'quietTo'] = problem('quiet_hours');
    if (values.kind === 'email' && values.enabled && !this.mailer.isConfigured)
      faults['kind'] = problem('needs_mail_settings');
    if (Object.keys(faults).length > 0) throw invalid(faults);
  }

  private seal(secret: string | null): string | null {
    return secret === null ? null : this.secrets.seal(secret);
  }

  private open(notifier: Notifier): { token: string | null; signingSecret: string | null } {
    const { token, signingSecret } = this.sender.targetOf(notifier);
    return { token: token || null, signingSecret };
  }

  private async show(notifier: Notifier): Promise<NotifierDto> {
    const applicationIds = await applicationsOf(this.dataSource.manager, 'notifier', notifier.id);
    const { token } = this.open(notifier);
    return {
      ...toDto(notifier, NOTIFIER_FIELDS),
      applicationIds,
      tokenHint: tokenHint({ kind: notifier.kind, token }),
      signed: notifier.signingSecretSealed !== null,
    };
  }
}

import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, LessThan, LessThanOrEqual, MoreThan, Not } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { inTransaction, Notifier, NotifierMessage } from '@app/database';
import { DeliveryLoops, ReceiverLease } from '@app/events';
import { Clock } from '@app/platform';
import { decideMessage, GIVE_UP_MS } from './decide-message.js';
import { allowanceAt, withAttempt } from './message-rate.js';
import { MessageSender } from './message-sender.js';
import { MessageWriter } from './message-writer.js';
import { quietUntil } from './quiet-hours.js';

const EVERY_MS = 1000;
/** Maximum number of messages counted in one summary; the next summary counts the rest. */
const SUMMARY_MAX = 5000;

/** Maximum number of notifiers. Each has its own loop, so that a slow service does not delay others. */
export const MAX_NOTIFIERS = 50;

export type MessageOutcome = 'sent' | 'failed' | 'retried';

/**
 * Sends the messages of notifiers. For each notifier, one process sends one message at a time, at most 20 a minute, and
 * none in the notifier's quiet hours. A message may arrive twice if a process dies before it has stored the answer.
 */
@Injectable()
export class MessageWorker implements BeforeApplicationShutdown {
  private readonly logger = new Logger(MessageWorker.name);
  private readonly loops: DeliveryLoops;
  /** Number of attempts by outcome since the process started. */
  readonly outcomes: Record<MessageOutcome, number> = { sent: 0, failed: 0, retried: 0 };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    lease: ReceiverLease,
    private readonly writer: MessageWriter,
    private readonly sender: MessageSender,
    private readonly clock: Clock,
  ) {
    this.loops = new DeliveryLoops('notifier', lease, this.logger, (id, stop) => this.sendNext(id, stop));
  }

  /** Starts sending the messages that are due. Does not wait for the services' answers. */
  @ScheduledJob({ name: 'notifier-messages', everyMs: EVERY_MS, failure: 'Due messages could not be read' })
  async run(): Promise<void> {
    const now = this.clock.now();
    const due: { id: number }[] = await this.dataSource.query(
      `SELECT id FROM notifiers WHERE enabled = ? AND paused_until <= ? AND EXISTS (
         SELECT 1 FROM notifier_messages WHERE notifier_id = notifiers.id AND next_at <= ?)`,
      [1, now, now],
    );
    this.loops.start(due.map(({ id }) => id));
  }

  /** Waits until this process sends no more messages. */
  settled(): Promise<void> {
    return this.loops.settled();
  }

  /** Requests in progress are aborted; their messages are sent again after the next start. */
  beforeApplicationShutdown(): Promise<void> {
    return this.loops.stop();
  }

  /** Returns false if no message is due, or none may be sent now. */
  private async sendNext(id: number, stop: AbortSignal): Promise<boolean> {
    const now = this.clock.now();
    const notifier = await this.dataSource.manager.findOneBy(Notifier, { id, enabled: true });
    if (!notifier || notifier.pausedUntil > now) return false;
    const { left, freeAt } = allowanceAt(notifier.recentAttempts, now);
    const until = quietUntil(notifier, now) ?? freeAt;
    if (until !== undefined) {
      await this.pause(notifier, until);
      return false;
    }
    const messages = await this.findDue(id, left === 1 ? SUMMARY_MAX : 1, now);
    const [first] = messages;
    if (!first) return false;
    const message = await this.writer.write(notifier, messages);
    const outcome = await this.sender.send(notifier, message, stop);
    // The attempt is not recorded, since the service may never have seen the request.
    if (stop.aborted) return false;
    await this.note(notifier, messages, outcome);
    return true;
  }

  /** Returns the messages that have been due for the longest time. A digest is never part of a summary. */
  private async findDue(notifierId: number, take: number, now: number): Promise<NotifierMessage[]> {
    const { manager } = this.dataSource;
    const order = { nextAt: 'ASC', id: 'ASC' } as const;
    const where = { notifierId, nextAt: LessThanOrEqual(now) };
    const digest = await manager.findOne(NotifierMessage, { where: { ...where, eventId: IsNull() }, order });
    if (digest) return [digest];
    return manager.find(NotifierMessage, { where: { ...where, eventId: Not(IsNull()) }, order, take });
  }

  private async note(
    notifier: Notifier,
    messages: readonly NotifierMessage[],
    outcome: Awaited<ReturnType<MessageSender['send']>>,
  ): Promise<void> {
    const { id, rowVersion, failures } = notifier;
    const now = this.clock.now();
    const recentAttempts = withAttempt(notifier.recentAttempts, now);
    const isSent = outcome.result === 'sent';
    const decide = (message: NotifierMessage) => decideMessage(outcome, failures, message, now);
    const statuses = await inTransaction(this.dataSource, async (manager) => {
      // If an administrator edited the settings in the meantime, the row has another version, and this update changes
      // nothing: the answer concerns the old settings. A message that failed is then tried with the new settings at once.
      const changes = { ...decide(messages[0]!).notifier, recentAttempts };
      const isCurrent = await this.change({ id, rowVersion }, changes, manager);
      const again = isSent || isCurrent ? {} : ({ status: 'pending', nextAt: now } as const);
      const stored = (message: NotifierMessage) => ({ ...decide(message).message, ...again });
      // If a summary fails, only those of its messages that are too old are given up.
      for (const group of Map.groupBy(messages, (message) => JSON.stringify(stored(message))).values()) {
        const ids = group.map((message) => message.id);
        const summarized = isSent && messages.length > 1;
        await manager.update(NotifierMessage, { id: In(ids) }, { ...stored(group[0]!), summarized });
      }
      // Messages that were never tried waited for another reason, for example because the notifier was disabled.
      if (isCurrent && (outcome.result === 'busy' || outcome.result === 'misconfigured'))
        await manager.update(
          NotifierMessage,
          { notifierId: id, status: 'pending', attempts: MoreThan(0), createdAt: LessThan(now - GIVE_UP_MS) },
          { status: 'failed', nextAt: null, lastAnswer: outcome.answer },
        );
      return messages.map((message) => stored(message).status);
    });
    for (const status of statuses) this.outcomes[status === 'pending' ? 'retried' : status] += 1;
  }

  private async pause({ id, rowVersion }: Notifier, pausedUntil: number): Promise<void> {
    await this.change({ id, rowVersion }, { pausedUntil });
  }

  /**
   * Changes a notifier's row without increasing `rowVersion`, since sending must not cause conflicts with edits. Returns
   * false if the row has another version.
   */
  private async change(
    of: Pick<Notifier, 'id' | 'rowVersion'>,
    changes: Partial<Notifier>,
    manager = this.dataSource.manager,
  ): Promise<boolean> {
    const { affected } = await manager.update(Notifier, of, {
      ...changes,
      rowVersion: () => 'row_version',
    });
    return affected === 1;
  }
}

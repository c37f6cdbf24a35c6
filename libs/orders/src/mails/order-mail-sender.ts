import { setTimeout } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, LessThanOrEqual } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, Card, Channel, inTransaction, Order, OrderMail } from '@app/database';
import { type Mail, MailError, Mailer } from '@app/mail';
import { Clock, MINUTE_MS } from '@app/platform';
import { OrderEvents } from '../order-events.js';
import { nextMailAt } from './mail-retries.js';
import { orderMailText } from './order-mail-text.js';

const EVERY_MS = 2_000;
/**
 * Lifetime of a claim in milliseconds, longer than the longest attempt. Afterwards another process sends the email that
 * a crashed process has claimed.
 */
const CLAIM_MS = 10 * MINUTE_MS;
/** Maximum time in milliseconds that a stopping server waits for an email that it is sending. */
const STOP_WAIT_MS = 5_000;
const FAULT_MAX = 300;

export type OrderMailOutcome = 'sent' | 'failed' | 'retried';

/**
 * Sends the emails that deliver the cards of orders, one at a time. An email is claimed before it is sent, so that two
 * processes never send it at the same time. If a process dies or stops after the mail server has accepted an email, but
 * before the process has stored this result, the email is sent again. A buyer may therefore get an email twice.
 */
@Injectable()
export class OrderMailSender implements BeforeApplicationShutdown {
  private readonly logger = new Logger(OrderMailSender.name);
  private running: Promise<void> | undefined;
  private isStopping = false;
  /** Attempts by outcome since the process started. */
  readonly outcomes: Record<OrderMailOutcome, number> = { sent: 0, failed: 0, retried: 0 };

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly mailer: Mailer,
    private readonly clock: Clock,
    private readonly events: OrderEvents,
  ) {}

  /** Sends the emails that are due. */
  @ScheduledJob({
    name: 'order-mails',
    everyMs: EVERY_MS,
    leaderOnly: true,
    failure: 'Mails with cards could not be sent',
  })
  async run(): Promise<void> {
    this.running ??= this.sendDue().finally(() => (this.running = undefined));
    await this.running;
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    // A failure is not logged here: the scheduled job logs it.
    const finished = this.running?.catch(() => undefined);
    await Promise.race([finished, setTimeout(STOP_WAIT_MS, undefined, { ref: false })]);
  }

  private async sendDue(): Promise<void> {
    while (!this.isStopping) {
      const due = await this.dataSource.manager.findOne(OrderMail, {
        where: { nextAt: LessThanOrEqual(this.clock.now()) },
        order: { nextAt: 'ASC', id: 'ASC' },
      });
      if (!due) return;
      await this.send(due);
    }
  }

  private async send(due: OrderMail): Promise<void> {
    const { manager } = this.dataSource;
    const { id, attempts, nextAt } = due;
    const claimed = { attempts: attempts + 1, nextAt: this.clock.now() + CLAIM_MS };
    const { affected } = await manager.update(OrderMail, { id, attempts, nextAt: nextAt! }, claimed);
    if (affected !== 1) return;
    const result = await this.attempt(due);
    await inTransaction(this.dataSource, async (transaction) => {
      const now = this.clock.now();
      const { affected: recorded } = await transaction.update(
        OrderMail,
        { id, ...claimed },
        { ...result, lastAt: now },
      );
      // If somebody requests the email again in the meantime, the row has changed, and the email stays due.
      if (recorded === 1 && result.status === 'failed')
        await this.events.mailFailed(transaction, due.orderId, result.lastFault!, now);
    });
    this.outcomes[result.status === 'pending' ? 'retried' : result.status]++;
  }

  private async attempt(due: OrderMail): Promise<Pick<OrderMail, 'status' | 'nextAt' | 'lastFault'>> {
    try {
      const mail = await this.compose(due);
      await this.mailer.send(mail);
      return { status: 'sent', nextAt: null, lastFault: null };
    } catch (error) {
      if (!(error instanceof MailError)) throw error;
      const { message, permanent } = error;
      const nextAt = permanent ? null : nextMailAt(due.attempts + 1, this.clock.now());
      if (nextAt === null) this.logger.warn(`The mail of order ${due.orderId} was not sent: ${message}`);
      const lastFault = message.slice(0, FAULT_MAX);
      return { status: nextAt === null ? 'failed' : 'pending', nextAt, lastFault };
    }
  }

  /** @throws MailError if there is nothing left to send */
  private async compose({ orderId, address }: OrderMail): Promise<Mail> {
    const { manager } = this.dataSource;
    const order = await manager.findOneByOrFail(Order, { id: orderId });
    if (order.status === 'refunded') throw new MailError('The order was refunded', true);
    const select = { card: true } as const;
    const cards = await manager.find(Card, { select, where: { orderId }, order: { id: 'ASC' } });
    if (cards.length === 0) throw new MailError('The cards of the order were deleted', true);
    const { name, language } = await manager.findOneByOrFail(Application, { id: order.applicationId });
    const { channelId } = order;
    const channel = channelId === null ? null : await manager.findOneBy(Channel, { id: channelId });
    const text = orderMailText({
      language,
      application: name,
      product: order.product,
      orderNo: order.externalNo ?? order.requestKey!,
      cards: cards.map(({ card }) => card),
      mailText: channel?.mailText ?? null,
    });
    return { to: address, ...text };
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { And, DataSource, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, Channel, Payment, PAYMENT_KINDS } from '@app/database';
import { OrderError } from '@app/orders';
import { Clock, DAY_MS, logFailure, MINUTE_MS } from '@app/platform';
import { PaymentIntake } from './payment-intake.js';

/** Maximum number of pending payments, and of failed payments, that one run tries. */
const AT_A_TIME = 100;
/**
 * Maximum age of a failed payment, and of a pending payment's latest event or attempt. For an older payment, an
 * administrator may already have issued cards by hand.
 */
const MAX_AGE_MS = 7 * DAY_MS;
/** Milliseconds between two attempts of a failed payment. */
const FAILED_EVERY_MS = 10 * MINUTE_MS;

/**
 * Issues the cards of pending and failed payments. A payment stays pending if the process dies or the database is
 * unavailable while the event is handled. A failure ends when cards are added, when a day ends, or when somebody edits
 * the channel, for example adds the product. Payment services do not repeat the event of a failed payment. Disabled
 * channels and applications issue nothing.
 */
@Injectable()
export class PaymentRetryJob {
  private readonly logger = new Logger(PaymentRetryJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly intake: PaymentIntake,
    private readonly clock: Clock,
  ) {}

  @ScheduledJob({
    name: 'payment-retry',
    everyMs: MINUTE_MS,
    leaderOnly: true,
    failure: 'Payments without cards could not be read',
  })
  async run(): Promise<void> {
    const { manager } = this.dataSource;
    const now = this.clock.now();
    const applications = await manager.find(Application, { select: { id: true }, where: { enabled: true } });
    const applicationId = In(applications.map(({ id }) => id));
    const channels = await manager.findBy(Channel, { kind: In(PAYMENT_KINDS), enabled: true, applicationId });
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const channelId = In([...byId.keys()]);
    // Every attempt of a failed payment renews `updatedAt`, so that all failed payments take turns, and a channel with
    // many of them delays no others for long. Pending payments do not wait for failed ones.
    const oldest = { order: { updatedAt: 'ASC', id: 'ASC' }, take: AT_A_TIME } as const;
    const pending = await manager.find(Payment, {
      where: {
        channelId,
        status: 'pending',
        updatedAt: And(MoreThan(now - MAX_AGE_MS), LessThanOrEqual(now - MINUTE_MS)),
      },
      ...oldest,
    });
    const failed = await manager.find(Payment, {
      where: {
        channelId,
        status: 'failed',
        createdAt: MoreThan(now - MAX_AGE_MS),
        updatedAt: LessThanOrEqual(now - FAILED_EVERY_MS),
      },
      ...oldest,
    });
    for (const payment of [...pending, ...failed]) {
      try {
        // Renewed before the attempt, which may also end in an unexpected error.
        if (payment.status === 'failed')
          await manager.update(Payment, { id: payment.id, status: 'failed' }, { updatedAt: now });
        await this.intake.issue(byId.get(payment.channelId)!, payment, now);
      } catch (error) {
        // The intake has already recorded and logged every OrderError.
        if (!(error instanceof OrderError))
          logFailure(
            this.logger,
            `The cards of the payment ${payment.externalNo} could not be issued`,
            error,
          );
      }
    }
  }
}

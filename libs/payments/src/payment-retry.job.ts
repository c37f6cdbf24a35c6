import { Injectable, Logger } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { And, DataSource, In, LessThanOrEqual, MoreThan } from 'typeorm';
import { ScheduledJob } from '@app/cluster';
import { Application, Channel, Payment } from '@app/database';
import { OrderError } from '@app/orders';
import { Clock, DAY_MS, logFailure, MINUTE_MS } from '@app/platform';
import { PaymentIntake } from './payment-intake.js';
import { PAYMENT_KINDS } from './services/index.js';

/** Maximum number of payments that one run tries. */
const AT_A_TIME = 100;
/**
 * Maximum age of a payment's latest event or attempt. For an older payment, an administrator may already have issued
 * cards by hand.
 */
const MAX_AGE_MS = 7 * DAY_MS;

/**
 * Issues the cards of payments that stayed pending, because the process died or the database was unavailable while
 * their event was handled. Not every payment service repeats such an event. Channels and applications that are disabled
 * issue nothing.
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
    failure: 'Pending payments could not be read',
  })
  async run(): Promise<void> {
    const { manager } = this.dataSource;
    const now = this.clock.now();
    const applications = await manager.find(Application, { select: { id: true }, where: { enabled: true } });
    const applicationId = In(applications.map(({ id }) => id));
    const channels = await manager.findBy(Channel, { kind: In(PAYMENT_KINDS), enabled: true, applicationId });
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    const stuck = await manager.find(Payment, {
      where: {
        channelId: In([...byId.keys()]),
        status: 'pending',
        updatedAt: And(MoreThan(now - MAX_AGE_MS), LessThanOrEqual(now - MINUTE_MS)),
      },
      order: { id: 'ASC' },
      take: AT_A_TIME,
    });
    for (const payment of stuck) {
      try {
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

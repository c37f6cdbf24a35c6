import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { UsageLog } from '@app/usage';
import { AddressLimits, type Caller, ClientHttpError } from '@app/auth-signature';
import { type RateLimiter, RateLimiters } from '@app/cluster';
import {
  type ActivityEvent,
  Card,
  inTransaction,
  isUniqueViolation,
  rowLockNowait,
  termsOf,
  User,
} from '@app/database';
import {
  accountOf,
  bindDevice,
  CARD,
  expiryAfter,
  findHolder,
  HolderEvents,
  partyOf,
  RefusalError,
  requireConsumable,
  consumeCard,
  USER,
} from '@app/licensing';
import { AppConfig, LimitMetrics, PasswordWork } from '@app/platform';
import type { UserRegisterDto } from './user.dto.js';

const TAKEN_NAMES_MS = 15 * 60_000;

/** Registers users; each registration consumes a card. */
@Injectable()
export class RegistrationService {
  /**
   * Limits how often the same card may be used to try taken names. The limit affects only the caller's own card, so
   * that nobody can prevent others from registering.
   */
  private readonly takenNames: RateLimiter | undefined;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly activity: UsageLog,
    private readonly passwords: PasswordWork,
    private readonly events: HolderEvents,
    private readonly addresses: AddressLimits,
    { limits }: AppConfig,
    counters: RateLimiters,
    private readonly metrics: LimitMetrics,
  ) {
    this.takenNames = counters.create('names', { attempts: limits.takenNames, periodMs: TAKEN_NAMES_MS });
  }

  /**
   * Consumes a card for a new user, whose time starts now, and binds the first device. Exactly one of several
   * concurrent registrations with the same name or the same card succeeds. The card is checked before the name and
   * before any other work. Therefore only somebody with a consumable card can learn which names are taken. The response
   * time does not reveal taken names either.
   * @throws RefusalError 10240 the card does not exist, or is frozen or used; 10242 the name is taken
   * @throws ClientHttpError 429 after too many attempts with this card to register a taken name
   */
  async register(caller: Caller, wanted: UserRegisterDto): Promise<void> {
    const { application, now } = caller;
    // Card and name are checked as guesses of the address, which end before the password waits in the queue: passwords
    // whose turn has come wait for the active guesses of their address.
    const card = await this.addresses.whileGuessing(caller, async () => {
      const found = await findHolder(this.dataSource.manager, CARD, application.id, wanted.card);
      requireConsumable(found, 'RECHARGE_CARD_UNKNOWN');
      return found;
    });
    const open = () => this.open(caller, wanted);
    const events = await (this.takenNames?.attempt(String(card.id), now, open, {
      isWrong: (error) => error instanceof RefusalError && error.reason === 'USER_EXISTS',
      refusal: (waitMs) => {
        this.metrics.count('taken_names');
        return new ClientHttpError(429, Math.ceil(waitMs / 1000));
      },
    }) ?? open());
    for (const event of events) this.activity.count(application.id, event, now);
  }

  /** @returns the events to count */
  private async open(
    caller: Caller,
    { username, password, ...wanted }: UserRegisterDto,
  ): Promise<ActivityEvent[]> {
    const { application, now } = caller;
    await this.addresses.whileGuessing(caller, () =>
      this.requireFree(this.dataSource.manager, application.id, username),
    );
    // Hashing is slow by design, so it is done outside the transaction.
    const passwordHash = await this.passwords.hash(
      partyOf(caller),
      password,
      accountOf(CARD, caller, wanted.card),
    );
    return inTransaction(this.dataSource, async (manager) => {
      const where = { applicationId: application.id, card: wanted.card };
      const card = (await manager.findOne(Card, { where, ...rowLockNowait(manager) })) ?? undefined;
      // Checked again while the card is locked, since another registration may have come first.
      requireConsumable(card, 'RECHARGE_CARD_UNKNOWN');
      await this.requireFree(manager, application.id, username);

      const user = manager.create(User, {
        applicationId: application.id,
        cardTypeId: card.cardTypeId,
        username,
        passwordHash,
        status: 'activated',
        frozen: false,
        ...termsOf(card),
        // A card that was reset to unused may already have consumed unbinds and uses. They count for the user too.
        unbindsUsed: card.unbindsUsed,
        unboundAt: card.unboundAt,
        usesUsed: card.usesUsed,
        usesCountedAt: card.usesCountedAt,
        activatedAt: now,
        expiresAt: expiryAfter(now, card, application.timeZone),
        config: null,
        createdAt: now,
        updatedAt: now,
      });
      await insertUser(manager, user);
      const bound = await bindDevice(manager, this.events, USER, caller, user, wanted.device_id);
      await consumeCard(manager, card, USER, user, now);
      await this.events.one(manager, 'user.registered', USER.name, user, now, {
        used_card: card.card,
        device_id: wanted.device_id,
      });
      return ['registration', ...bound];
    });
  }

  /**
   * Refuses a taken name.
   * @throws RefusalError 10242
   */
  private async requireFree(manager: EntityManager, applicationId: number, username: string): Promise<void> {
    if (await findHolder(manager, USER, applicationId, username)) throw new RefusalError('USER_EXISTS');
  }
}

/**
 * Inserts a user.
 * @throws RefusalError 10242 when a concurrent registration with another card came first
 */
async function insertUser(manager: EntityManager, user: User): Promise<void> {
  try {
    await manager.insert(User, user);
  } catch (error) {
    if (isUniqueViolation(error)) throw new RefusalError('USER_EXISTS');
    throw error;
  }
}

import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { ActivityLog } from '@app/activity';
import { type Caller, ClientError } from '@app/auth-signature';
import { Card, inTransaction, isUniqueViolation, rowLock, termsOf, User } from '@app/database';
import { bindDevice, expiryAfter, findHolder, requireSpendable, spendCard, USER } from '@app/licensing';
import { PasswordWork } from '@app/platform';

/** Opens accounts, each paid with a card. */
@Injectable()
export class RegistrationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly activity: ActivityLog,
    private readonly passwords: PasswordWork,
  ) {}

  /**
   * Spends a card on a new user, whose time starts now, and binds its first device. Of racing registrations of one
   * name, or with one card, exactly one succeeds. Whether the name is free is looked at before the card.
   * @param username 1–20 characters
   * @param password 6–30 characters
   * @param deviceId 1–128 characters
   * @throws ClientError 10242 the name is taken, 10240 no such card, frozen or used
   */
  async register(
    caller: Caller,
    username: string,
    password: string,
    cardName: string,
    deviceId: string,
  ): Promise<void> {
    const { application, now } = caller;
    // Slow by design, so outside the transaction.
    const passwordHash = await this.passwords.hash(password);
    await inTransaction(this.dataSource, async (manager) => {
      const where = { applicationId: application.id, card: cardName };
      const card = (await manager.findOne(Card, { where, ...rowLock(manager) })) ?? undefined;
      // Read under the card's lock, so that of racing twins the later ones see the first one's account.
      if (await findHolder(manager, USER, application.id, username)) throw new ClientError('USER_EXISTS');
      requireSpendable(card, 'RECHARGE_CARD_UNKNOWN');

      const user = manager.create(User, {
        applicationId: application.id,
        cardTypeId: card.cardTypeId,
        username,
        passwordHash,
        status: 'activated',
        frozen: false,
        ...termsOf(card),
        // A card that was reset to unused may have used some: they do not come back.
        unbindsUsed: card.unbindsUsed,
        activatedAt: now,
        expiresAt: expiryAfter(now, card, application.timeZone),
        config: null,
        createdAt: now,
        updatedAt: now,
      });
      await insertUser(manager, user);
      await bindDevice(manager, USER, caller, user, deviceId);
      await spendCard(manager, card, USER, user, now);
    });
    this.activity.count(application.id, 'registration', now);
  }
}

/** @throws ClientError 10242 when another registration, with another card, was faster */
async function insertUser(manager: EntityManager, user: User): Promise<void> {
  try {
    await manager.insert(User, user);
  } catch (error) {
    if (isUniqueViolation(error)) throw new ClientError('USER_EXISTS');
    throw error;
  }
}

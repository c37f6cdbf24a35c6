import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { AddressLimits, type Caller, ClientHttpError, PasswordGuesses } from '@app/auth-signature';
import { type Card, inTransaction, type LicenceHolder } from '@app/database';
import {
  accountOf,
  CARD,
  findHolder,
  lockedForSec,
  lockHolder,
  partyOf,
  RefusalError,
  requireNotFrozen,
  requireOpenSession,
  requireUsable,
  saveUnbindPassword,
  SessionService,
  UnbindService,
} from '@app/licensing';
import { PasswordWork } from '@app/platform';

/** Manages the password with which a card's owner unbinds its devices without a login. */
@Injectable()
export class UnbindPasswordService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly sessions: SessionService,
    private readonly unbinds: UnbindService,
    private readonly passwords: PasswordWork,
    private readonly guesses: PasswordGuesses,
    private readonly addresses: AddressLimits,
  ) {}

  /**
   * Sets the unbind password of a logged-in card.
   * @param password 6–10 characters
   * @throws RefusalError 10218 if the card does not exist or was consumed, 10214 if the session is not valid
   */
  async set(caller: Caller, name: string, password: string, token: string): Promise<void> {
    await this.find(caller, name);
    const session = await this.sessions.requireActive(CARD, caller, name, token);
    const unbindPasswordHash = await this.passwords.hash(
      partyOf(caller),
      password,
      accountOf(CARD, caller, name),
    );
    await inTransaction(this.dataSource, async (manager) => {
      const card = await lockHolder(manager, CARD, caller.application.id, name);
      await requireOpenSession(manager, session);
      await saveUnbindPassword(manager, caller, card, unbindPasswordHash);
    });
  }

  /**
   * Unbinds every device of a card.
   * @throws RefusalError 10254 if the password is wrong or was never set, or another code of
   * `UnbindService.unbindWithoutSession`
   * @throws ClientHttpError 429 after too many wrong guesses from the address. Also after five wrong passwords for the
   * card, until 15 minutes after the first of them
   */
  async unbindAll(caller: Caller, name: string, password: string): Promise<void> {
    const card = await this.find(caller, name);
    requireNotFrozen(CARD, card);
    refuseWhileLocked(card, caller.now);
    // Hashing is slow by design, so it is done outside the transaction.
    const hash = card.unbindPasswordHash;
    const matches = await this.guesses.verify(caller, password, hash, accountOf(CARD, caller, name));

    // Checked again while the card's row is locked, so that only five of many concurrent guesses are evaluated.
    const check = (holder: LicenceHolder) => refuseWhileLocked(holder as Card, caller.now);
    const unbound = await this.unbinds.unbindWithoutSession(CARD, caller, name, {
      check,
      password: { hash, matches },
    });
    if (!unbound) throw new RefusalError('UNBIND_PASSWORD_WRONG');
  }

  /**
   * Finds a usable card. The search counts as a guess of the address; it ends before a password waits in the queue,
   * since passwords whose turn has come wait for the active guesses of their address.
   */
  private find(caller: Caller, name: string): Promise<Card> {
    return this.addresses.whileGuessing(caller, async () =>
      requireUsable(CARD, await findHolder(this.dataSource.manager, CARD, caller.application.id, name)),
    );
  }
}

function refuseWhileLocked(card: Card, now: number): void {
  const seconds = lockedForSec(card, now);
  if (seconds > 0) throw new ClientHttpError(429, seconds);
}

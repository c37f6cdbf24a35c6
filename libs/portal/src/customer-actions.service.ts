import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { BlockDirectory } from '@app/applications';
import { type Card, Device, inTransaction, type LicenceHolder } from '@app/database';
import {
  accountOf,
  CARD,
  type ComparedPassword,
  countWrongPassword,
  deviceOfRequestCode,
  lockedForSec,
  lockHolder,
  RechargeService,
  RefusalError,
  saveUnbindPassword,
  SessionService,
  type TicketResult,
  TicketService,
  unbindPasswordOf,
  UnbindService,
} from '@app/licensing';
import { PasswordWork } from '@app/platform';
import { PortalGuesses } from './limits/guess-limits.js';
import { customerPartyOf, type PortalCall, type SignedIn } from './portal-call.js';
import { PortalError } from './portal-error.js';

/** Changes by customers to their own card or user. Each change is recorded in the history. */
@Injectable()
export class CustomerActions {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly blocks: BlockDirectory,
    private readonly guesses: PortalGuesses,
    private readonly passwords: PasswordWork,
    private readonly unbinds: UnbindService,
    private readonly recharges: RechargeService,
    private readonly sessions: SessionService,
    private readonly tickets: TicketService,
  ) {}

  /**
   * Unbinds one device according to the unbind policy, at most once per cooldown.
   * @param id id of the device's row
   * @param password unbind password, required if the card has one
   * @throws RefusalError as `UnbindService.clearDevices`; 10254 wrong unbind password
   * @throws PortalError 429 after five wrong unbind passwords within 15 minutes
   */
  async unbind(call: PortalCall, signedIn: SignedIn, id: number, password = ''): Promise<void> {
    const { application, now } = call;
    const { kind, holder, name } = signedIn;
    const ofHolder = { id, holderKind: kind.name, holderId: holder.id };
    const device = await this.dataSource.manager.findOneBy(Device, ofHolder);
    if (!device) throw new RefusalError('DEVICE_NOT_BOUND');
    this.requireDeviceUnblocked(call, device.deviceId);
    const unbind = async (compared?: ComparedPassword) => {
      const isDone = await this.unbinds.unbindWithoutSession(kind, call, name, {
        check: (locked) => refuseWhileLocked(locked, now),
        ...(compared && { password: compared }),
        device: id,
        cooldownHours: application.unbindCooldownHours,
      });
      if (!isDone) throw new RefusalError('UNBIND_PASSWORD_WRONG');
    };
    await this.withUnbindPassword(call, signedIn, password, unbind);
  }

  /**
   * Consumes an unused card and adds its time and uses to the signed-in card or user.
   * @throws RefusalError as `RechargeService.recharge`
   */
  async recharge(call: PortalCall, { kind, holder, name }: SignedIn, useCard: string): Promise<void> {
    if (this.blocks.isBlocked(call.application.id, 'card', useCard, call.now))
      throw new RefusalError('BLOCKED');
    // As at the sign-in, cards could be guessed here from any number of addresses. Guesses are therefore counted by the
    // signed-in account too, not only by address.
    await this.guesses.attempt(call, { account: `recharge ${kind.name} ${holder.id}` }, () =>
      this.recharges.recharge(kind, call, name, useCard),
    );
  }

  /**
   * Sets the unbind password of a card.
   * @param current the current unbind password, required if the card has one
   * @throws PortalError 409 users have no unbind password, 429 after five wrong unbind passwords within 15 minutes
   * @throws RefusalError 10254 the current unbind password is wrong
   */
  async setUnbindPassword(
    call: PortalCall,
    signedIn: SignedIn,
    password: string,
    current = '',
  ): Promise<void> {
    const { application, now } = call;
    const { kind, name } = signedIn;
    if (kind.name !== 'card') throw new PortalError('no_unbind_password');
    await this.withUnbindPassword(call, signedIn, current, async (compared) => {
      const isRight = compared?.matches ?? true;
      // Hashing is slow by design, so it is done outside the transaction.
      const hash = isRight
        ? await this.passwords.hash(customerPartyOf(call), password, accountOf(CARD, call, name))
        : '';
      const isSaved = await inTransaction(this.dataSource, async (manager) => {
        const card = await lockHolder(manager, CARD, application.id, name);
        refuseWhileLocked(card, now);
        if (isRight && card.unbindPasswordHash === (compared?.hash ?? null)) {
          await saveUnbindPassword(manager, call, card, hash);
          return true;
        }
        if (compared) await countWrongPassword(manager, card, now);
        return false;
      });
      if (!isSaved) throw new RefusalError('UNBIND_PASSWORD_WRONG');
    });
  }

  /**
   * Ends sessions of the client software.
   * @param id id of the session; if omitted, all sessions end
   * @throws PortalError 404 no such open session
   */
  async endSessions(call: PortalCall, { kind, name }: SignedIn, id?: number): Promise<number> {
    const ended = await this.sessions.endOwn(kind, call, name, id);
    if (ended === 0 && id !== undefined) throw new PortalError('no_such_session');
    return ended;
  }

  /**
   * Issues an offline ticket for the device that the request code names.
   * @throws PortalError 409 the text is not a request code of this application
   * @throws RefusalError as `TicketService.issueForDevice`
   */
  async ticket(call: PortalCall, { kind, name }: SignedIn, code: string): Promise<TicketResult> {
    const deviceId = deviceOfRequestCode(call.application.appKey, code);
    if (deviceId === undefined) throw new PortalError('wrong_request_code');
    this.requireDeviceUnblocked(call, deviceId);
    return this.tickets.issueForDevice(kind, call, name, deviceId);
  }

  /**
   * Compares the unbind password if the card has one, and runs `work` with the result. A wrong password counts as a
   * wrong guess from the customer's address.
   */
  private async withUnbindPassword(
    call: PortalCall,
    { kind, holder, name }: SignedIn,
    password: string,
    work: (compared?: ComparedPassword) => Promise<void>,
  ): Promise<void> {
    const hash = unbindPasswordOf(holder);
    if (hash === null) return work();
    refuseWhileLocked(holder, call.now);
    if (password === '') throw new RefusalError('UNBIND_PASSWORD_WRONG');
    await this.guesses.attempt(call, { isPassword: true }, async () => {
      const account = accountOf(kind, call, name);
      const matches = await this.passwords.verify(customerPartyOf(call), password, hash, account);
      await work({ hash, matches });
    });
  }

  private requireDeviceUnblocked({ application, now }: PortalCall, deviceId: string): void {
    if (this.blocks.isBlocked(application.id, 'device', deviceId, now)) throw new RefusalError('BLOCKED');
  }
}

/** Refuses the request while the card accepts no unbind password, since too many wrong ones were sent. */
function refuseWhileLocked(holder: LicenceHolder | Card, now: number): void {
  const seconds = 'unbindFailures' in holder ? lockedForSec(holder, now) : 0;
  if (seconds > 0) throw new PortalError('too_many_requests', { seconds });
}

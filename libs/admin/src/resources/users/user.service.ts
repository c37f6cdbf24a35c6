import { Injectable } from '@nestjs/common';
import { Application, CardType, termsOf, User } from '@app/database';
import { endSessionsWhere, OPERATIONS, expiryAfter } from '@app/licensing';
import { PasswordWork } from '@app/platform';
import { type Actor, partyOf } from '../../access/actor.js';
import { invalid, problem } from '../../errors/admin-error.js';
import { requireLimitedType } from '../card-types/unbind-limits.js';
import { HolderActions } from '../holders/holder-actions.js';
import { CrudService } from '../../crud/crud.service.js';
import type { CreateUserDto } from './user.dto.js';
import { USERS } from './user.resource.js';

/** Lets administrators create users and set their passwords. */
@Injectable()
export class UserService {
  constructor(
    private readonly crud: CrudService,
    private readonly actions: HolderActions,
    private readonly passwords: PasswordWork,
  ) {}

  /** Creates an account whose time starts now. */
  async create(actor: Actor, { password, ...dto }: CreateUserDto): Promise<User> {
    const passwordHash = await this.passwords.hash(partyOf(actor), password);
    const start = { status: 'activated', frozen: false, unbindsUsed: 0, activatedAt: actor.now } as const;
    return this.crud.create(actor, USERS, { ...dto, ...start, passwordHash }, async (user, manager) => {
      const { applicationId, cardTypeId } = dto;
      const type = await manager.findOneBy(CardType, { id: cardTypeId, applicationId });
      if (!type) throw invalid({ cardTypeId: problem('unknown_card_type') });
      await requireLimitedType(manager, type);
      const { timeZone } = await manager.findOneByOrFail(Application, { id: applicationId });
      const expiresAt = expiryAfter(actor.now, type, timeZone);
      Object.assign(user, termsOf(type), { expiresAt });
    });
  }

  /** Sets a new password and ends the user's sessions, so that anyone who knew the old password is logged out. */
  async setPassword(actor: Actor, id: number, password: string): Promise<User> {
    const passwordHash = await this.passwords.hash(partyOf(actor), password);
    return this.actions.act(actor, USERS, id, async (user, manager) => {
      await this.crud.change(manager, actor, USERS, user, { passwordHash }, 'reset_password');
      const ofUser = { holderKind: USERS.kind, holderId: id };
      await endSessionsWhere(manager, ofUser, OPERATIONS.kick.ends, actor.now);
    });
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Admin, inTransaction, serializeTransactions } from '@app/database';
import {
  AppConfig,
  Clock,
  ConfigurationError,
  HashCost,
  hashPassword,
  mayBeWeak,
  randomText,
} from '@app/platform';
import { createOwner } from '../resources/admins/create-owner.js';

/** Length of a generated password, which gives it 119 bits of entropy. */
export const MADE_PASSWORD_LENGTH = 20;

/** Displays the generated password of the first administrator. */
export abstract class Terminal {
  abstract print(text: string): void;
}

/** Writes to standard error, because the log on standard output may be stored and must not contain a password. */
export class StandardError extends Terminal {
  override print(text: string): void {
    process.stderr.write(text);
  }
}

/** Creates an administrator when the server starts without one, since otherwise nobody could sign in. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly terminal: Terminal,
    private readonly hashCost: HashCost,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.dataSource.manager.existsBy(Admin, {})) return;
    const { adminEmail, adminPassword } = this.config.security;
    // In production no password is printed, since a service manager may store the output of a service.
    if (adminPassword === undefined && !mayBeWeak(this.config.security, 'ADMIN_PASSWORD')) {
      throw new ConfigurationError(
        'There is no administrator yet, and in production no password is generated: set ADMIN_PASSWORD ' +
          '(openssl rand -base64 18) for the first start, or run: latchkey create-admin you@example.com',
      );
    }
    const password = adminPassword ?? randomText(MADE_PASSWORD_LENGTH);
    if ((await this.create(adminEmail, password)) && adminPassword === undefined) {
      this.terminal.print(
        `\n  The first administrator of Latchkey:\n\n    email     ${adminEmail}\n    password  ${password}\n\n` +
          '  The password is shown only once. Sign in at /admin/ and change it.\n\n',
      );
    }
  }

  /** @returns false if another process has created the administrator at the same time */
  private async create(email: string, password: string): Promise<boolean> {
    const now = this.clock.now();
    const passwordHash = await hashPassword(password, this.hashCost);
    return inTransaction(this.dataSource, async (manager) => {
      await serializeTransactions(manager);
      if (await manager.existsBy(Admin, {})) return false;
      await createOwner(manager, email, passwordHash, now);
      return true;
    });
  }
}

import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Admin, inTransaction, waitForTurn } from '@app/database';
import { AppConfig, Clock, hashPassword, mayBeWeak, randomText, ConfigurationError } from '@app/platform';
import { createOwner } from '../resources/admins/create-owner.js';

/** 119 bits. */
export const MADE_PASSWORD_LENGTH = 20;

/** Where a password that was made for the first administrator is shown. */
export abstract class Terminal {
  abstract print(text: string): void;
}

/** Past the log, which goes to standard output and may be kept: a password is not for it. */
export class StandardError extends Terminal {
  override print(text: string): void {
    process.stderr.write(text);
  }
}

/** At a start that finds no administrator there is one made, or nobody could ever sign in. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly terminal: Terminal,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.dataSource.manager.existsBy(Admin, {})) return;
    const { adminEmail, adminPassword } = this.config.security;
    // What is printed by a service is kept by whatever keeps its output.
    if (adminPassword === undefined && !mayBeWeak(this.config.security, 'ADMIN_PASSWORD')) {
      throw new ConfigurationError(
        'There is no administrator yet, and in production no password is made and printed: set ADMIN_PASSWORD ' +
          '(openssl rand -base64 18) for the first start, or run: latchkey create-admin you@example.com',
      );
    }
    const password = adminPassword ?? randomText(MADE_PASSWORD_LENGTH);
    if ((await this.create(adminEmail, password)) && adminPassword === undefined) {
      this.terminal.print(
        `\n  The first administrator of Latchkey:\n\n    e-mail    ${adminEmail}\n    password  ${password}\n\n` +
          '  This is shown once. Sign in at /admin/ and change it.\n\n',
      );
    }
  }

  /** @returns false when another process that started at the same moment was faster */
  private async create(email: string, password: string): Promise<boolean> {
    const now = this.clock.now();
    const passwordHash = await hashPassword(password);
    return inTransaction(this.dataSource, async (manager) => {
      await waitForTurn(manager);
      if (await manager.existsBy(Admin, {})) return false;
      await createOwner(manager, email, passwordHash, now);
      return true;
    });
  }
}

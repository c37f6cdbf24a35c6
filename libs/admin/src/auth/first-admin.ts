import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { Admin, inTransaction, waitForTurn } from '@app/database';
import { AppConfig, Clock, hashPassword, randomText } from '@app/platform';
import { AuditTrail } from '../audit/audit-trail.js';

const PASSWORD_LENGTH = 20;

/** Where a password that was made for the first administrator is shown. */
export abstract class Terminal {
  abstract print(text: string): void;
}

/** Past the log, which may be kept: a password is not for it. */
export class StandardOutput extends Terminal {
  override print(text: string): void {
    process.stdout.write(text);
  }
}

/** At a start that finds no administrator there is one made, or nobody could ever sign in. */
@Injectable()
export class FirstAdmin implements OnApplicationBootstrap {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly config: AppConfig,
    private readonly clock: Clock,
    private readonly audit: AuditTrail,
    private readonly terminal: Terminal,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (await this.dataSource.manager.existsBy(Admin, {})) return;
    const { adminEmail, adminPassword } = this.config.security;
    const email = adminEmail.toLowerCase();
    const password = adminPassword ?? randomText(PASSWORD_LENGTH);
    if ((await this.create(email, password)) && adminPassword === undefined) {
      this.terminal.print(
        `\n  The first administrator of Latchkey:\n\n    e-mail    ${email}\n    password  ${password}\n\n` +
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
      const admin = manager.create(Admin, {
        email,
        name: 'Owner',
        passwordHash,
        role: 'owner',
        enabled: true,
        createdAt: now,
        updatedAt: now,
      });
      await manager.insert(Admin, admin);
      const principal = { kind: 'server', adminId: null, name: 'server' } as const;
      const author = { principal, now, ip: '', requestId: '' };
      const change = { resource: 'admins', recordId: admin.id, recordName: email, action: 'create' };
      await this.audit.record(manager, author, { ...change, after: { email, role: 'owner' } });
      return true;
    });
  }
}

import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { InjectDataSource } from '@nestjs/typeorm';
import { Subject } from 'rxjs';
import { DataSource, In } from 'typeorm';
import { Application } from '@app/database';
import { errorMessage, SecretBox, StartupError } from '@app/platform';

const REFRESH_MS = 1000;

/** An application with its secret opened. */
export type ClientApplication = Readonly<Application> & { readonly secret: string };

/**
 * Every application, in memory, so that checking a request needs no SQL. Changes made by other processes, such as
 * `latchkey apply`, are found within a second by their revision.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private readonly logger = new Logger(ApplicationDirectory.name);
  private byKey = new Map<string, ClientApplication>();

  /** Ids of applications that changed, or whose cards, users or sessions another process changed. */
  readonly changes = new Subject<number>();

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.refresh();
  }

  find(appKey: string): ClientApplication | undefined {
    return this.byKey.get(appKey);
  }

  all(): Iterable<ClientApplication> {
    return this.byKey.values();
  }

  @Interval(REFRESH_MS)
  async watch(): Promise<void> {
    try {
      await this.refresh();
    } catch (error) {
      this.logger.error(`Applications could not be refreshed: ${errorMessage(error)}`);
    }
  }

  /** Brings the directory up to what the database holds now. */
  async refresh(): Promise<void> {
    const applications = this.dataSource.getRepository(Application);
    const known = new Map([...this.byKey.values()].map((application) => [application.id, application]));
    const found = await applications.find({ select: { id: true, revision: true } });
    const changed = found
      .filter(({ id, revision }) => known.get(id)?.revision !== revision)
      .map(({ id }) => id);
    const loaded = changed.length > 0 ? await applications.findBy({ id: In(changed) }) : [];

    const next = new Map<number, ClientApplication>();
    for (const { id } of found) {
      const before = known.get(id);
      if (before) next.set(id, before);
    }
    for (const application of loaded) next.set(application.id, this.open(application));
    this.byKey = new Map([...next.values()].map((application) => [application.appKey, application]));

    for (const id of changed) this.changes.next(id);
    for (const id of known.keys()) if (!next.has(id)) this.changes.next(id);
  }

  private open(application: Application): ClientApplication {
    try {
      return Object.assign(application, { secret: this.secrets.open(application.appSecretSealed) });
    } catch {
      throw new StartupError(
        `The secret of application ${application.appKey} was encrypted with another key. ` +
          'Put the right ENCRYPTION_KEY or DATA_DIR/secret.key back; without it the secrets cannot be read.',
      );
    }
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In } from 'typeorm';
import { PubSub, ScheduledJob } from '@app/cluster';
import { Application } from '@app/database';
import { SecretBox, Semaphore } from '@app/platform';

const REFRESH_MS = 1000;
const TOPIC = 'applications';

/** An application with decrypted secrets. */
export type ClientApplication = Readonly<Application> & {
  readonly secret: string;
  /** The secret before the last rotation; `secretsAt` tells whether it is still valid. */
  readonly previousSecret: string | null;
};

/**
 * All applications, in memory, so that checking a request needs no SQL. Other server processes announce their changes;
 * those made by `latchkey apply`, and changes whose announcement got lost, are detected within a second by their
 * revision, which also shows that copies of the application's sessions are out of date.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private byKey = new Map<string, ClientApplication>();
  private readonly refreshing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
    private readonly pubSub: PubSub,
  ) {
    pubSub.subscribe(TOPIC, () => this.read());
  }

  /** @throws StartupError when a secret cannot be decrypted with this key */
  async onModuleInit(): Promise<void> {
    await this.read();
  }

  find(appKey: string): ClientApplication | undefined {
    return this.byKey.get(appKey);
  }

  all(): Iterable<ClientApplication> {
    return this.byKey.values();
  }

  /** Call after a change is committed: reloads this directory, and makes other processes reload theirs. */
  async refresh(): Promise<void> {
    await Promise.all([this.read(), this.pubSub.publish(TOPIC)]);
  }

  /** Reloads the directory from the database. Calls run one after another, so that the newest state wins. */
  @ScheduledJob({ name: 'applications', everyMs: REFRESH_MS, failure: 'Applications could not be refreshed' })
  read(): Promise<void> {
    return this.refreshing.run(() => this.refreshOnce());
  }

  private async refreshOnce(): Promise<void> {
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
  }

  private open(application: Application): ClientApplication {
    const { appKey, appSecretSealed, previousSecretSealed } = application;
    return Object.assign(application, {
      secret: this.secrets.open(appSecretSealed, `The secret of application ${appKey}`),
      previousSecret:
        previousSecretSealed &&
        this.secrets.open(previousSecretSealed, `The previous secret of application ${appKey}`),
    });
  }
}

import { Injectable, type OnModuleInit } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { KeyObject } from 'node:crypto';
import { DataSource, In, IsNull } from 'typeorm';
import { PubSub, ScheduledJob } from '@app/cluster';
import { Application, signingKeyColumns } from '@app/database';
import { keyIdOf, privateKeyOf, SecretBox, Semaphore } from '@app/platform';

const REFRESH_MS = 1000;
const TOPIC = 'applications';

/** An application with decrypted secrets. */
export type ClientApplication = Readonly<Application> & {
  readonly secret: string;
  /** The secret before the last rotation. `secretsAt` checks whether it is still valid. */
  readonly previousSecret: string | null;
  readonly publicKey: string;
  /** Id of the public key. */
  readonly keyId: string;
  /** The private key that belongs to `publicKey`. */
  readonly signingKey: KeyObject;
};

/**
 * All applications in memory, so that checking a request needs no SQL. Other server processes announce their changes.
 * Changes by `latchkey apply`, and changes whose announcement was lost, are detected within a second by the
 * application's revision. The revision also shows whether a cached session is outdated.
 */
@Injectable()
export class ApplicationDirectory implements OnModuleInit {
  private byKey = new Map<string, ClientApplication>();
  private byPortalSlug = new Map<string, ClientApplication>();
  private readonly refreshing = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
    private readonly pubSub: PubSub,
  ) {
    pubSub.subscribe(TOPIC, () => this.read());
  }

  /** @throws StartupError when a secret cannot be decrypted with the configured encryption key */
  async onModuleInit(): Promise<void> {
    await this.read();
  }

  find(appKey: string): ClientApplication | undefined {
    return this.byKey.get(appKey);
  }

  /** Returns the enabled application whose customer's page is enabled and has this slug in its address. */
  findPortal(slug: string): ClientApplication | undefined {
    return this.byPortalSlug.get(slug);
  }

  get(id: number): ClientApplication | undefined {
    return this.byKey.values().find((application) => application.id === id);
  }

  all(): Iterable<ClientApplication> {
    return this.byKey.values();
  }

  /** Reloads this directory and makes other processes reload theirs. Call it after a change is committed. */
  async refresh(): Promise<void> {
    await Promise.all([this.read(), this.pubSub.publish(TOPIC)]);
  }

  /**
   * Reloads the directory from the database. Calls run one after another, so that an older state cannot replace a newer
   * one.
   */
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
    const loaded = changed.length > 0 ? await this.load(changed) : [];

    const next = new Map<number, ClientApplication>();
    for (const { id } of found) {
      const before = known.get(id);
      if (before) next.set(id, before);
    }
    for (const application of loaded) next.set(application.id, this.open(application));
    const all = [...next.values()];
    this.byKey = new Map(all.map((application) => [application.appKey, application]));
    const pages = all.filter(({ enabled, portalEnabled }) => enabled && portalEnabled);
    this.byPortalSlug = new Map(pages.map((application) => [application.portalSlug!, application]));
  }

  /**
   * Reads applications. Generates a signing key for each application that has none, since the migration that introduced
   * signing keys could not encrypt a key.
   */
  private async load(ids: number[]): Promise<Application[]> {
    const applications = this.dataSource.getRepository(Application);
    const loaded = await applications.findBy({ id: In(ids) });
    const keyless = loaded.filter(({ publicKey }) => publicKey === null);
    if (keyless.length === 0) return loaded;
    for (const application of keyless) {
      // Throws if the encryption key is wrong, so that nothing is sealed with a wrong key.
      this.secretOf(application);
      // If several processes generate a key, the first one wins. Keeps the row version, so that an administrator's
      // concurrent edit does not conflict with this update.
      const key = { ...signingKeyColumns(this.secrets), rowVersion: () => 'row_version' };
      await applications.update({ id: application.id, publicKey: IsNull() }, key);
    }
    return applications.findBy({ id: In(ids) });
  }

  private open(application: Application): ClientApplication {
    const { appKey, previousSecretSealed, signingKeySealed } = application;
    const publicKey = application.publicKey!;
    return Object.assign(application, {
      secret: this.secretOf(application),
      previousSecret:
        previousSecretSealed &&
        this.secrets.open(previousSecretSealed, `The previous secret of application ${appKey}`),
      publicKey,
      keyId: keyIdOf(publicKey),
      signingKey: privateKeyOf(
        this.secrets.open(signingKeySealed!, `The signing key of application ${appKey}`),
      ),
    });
  }

  private secretOf({ appKey, appSecretSealed }: Application): string {
    return this.secrets.open(appSecretSealed, `The secret of application ${appKey}`);
  }
}

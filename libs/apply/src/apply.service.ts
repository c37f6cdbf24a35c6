import type { DataSource, EntityManager } from 'typeorm';
import { Application, inTransaction, serializeTransactions } from '@app/database';
import { Listeners, Outbox } from '@app/events';
import { HolderEvents } from '@app/licensing';
import {
  type AppConfig,
  type Clock,
  OutgoingConfig,
  OutgoingRules,
  QuotasConfig,
  readSecretVariable,
  type SecretBox,
} from '@app/platform';
import { applyApplication, saveApplication } from './apply-application.js';
import { applyCardTypes } from './apply-card-types.js';
import { applyChannels } from './apply-channels.js';
import { applyCards } from './apply-cards.js';
import { applyData } from './apply-data.js';
import { ApplyError } from './apply-error.js';
import type { ApplicationDto, ApplyFileDto } from './apply-file.dto.js';
import { applyFunctions } from './apply-functions.js';
import { functionFaults } from './function-faults.js';
import type { ApplyContext } from './apply-context.js';
import { applyVariables } from './apply-variables.js';
import { applyNotifiers } from './apply-notifiers.js';
import { applyWebhooks } from './apply-webhooks.js';
import { applyVersions } from './apply-versions.js';
import { describeApplication } from './describe-application.js';

/** Configuration as code: brings the database to the state that a file describes (see `ApplyFileDto`). */
export class ApplyService {
  /** @param readSecret returns the secrets that the file names, but does not contain */
  constructor(
    private readonly dataSource: DataSource,
    private readonly secrets: SecretBox,
    private readonly clock: Clock,
    private readonly settings: Pick<AppConfig, 'quotas' | 'outgoing'> = {
      quotas: new QuotasConfig(),
      outgoing: new OutgoingConfig(),
    },
    private readonly readSecret: ApplyContext['readSecret'] = readSecretVariable,
  ) {}

  /**
   * Creates and updates everything in the file in one transaction, and returns the resulting state as a file that can
   * be applied again. A running server notices within a second, by the applications' revisions.
   * @throws ApplyError if the file conflicts with the database; nothing is changed
   * @throws StartupError if the encryption key is not the database's key
   */
  async apply(file: ApplyFileDto): Promise<ApplyFileDto> {
    const undefinedFunctions = await functionFaults(this.dataSource.manager, file);
    return inTransaction(this.dataSource, async (manager) => {
      await serializeTransactions(manager);
      await this.requireRightKey(manager);
      const { secrets, settings, readSecret } = this;
      const context: ApplyContext = {
        manager,
        secrets,
        quotas: settings.quotas,
        outgoing: new OutgoingRules(settings.outgoing),
        events: new HolderEvents(Outbox.for(await Listeners.load(manager))),
        readSecret,
        now: this.clock.now(),
        faults: [...undefinedFunctions],
      };
      const applications: ApplicationDto[] = [];
      for (const [index, dto] of file.applications.entries()) {
        const described = await this.applyOne(context, dto, `applications[${index}]`);
        if (described) applications.push(described);
      }
      const webhooks = await applyWebhooks(context, file.webhooks ?? []);
      const notifiers = await applyNotifiers(context, file.notifiers ?? []);
      if (context.faults.length > 0) throw new ApplyError(context.faults);
      return { applications, ...(file.webhooks && { webhooks }), ...(file.notifiers && { notifiers }) };
    });
  }

  /** Checks the encryption key: secrets sealed with another key would keep the server from starting. */
  private async requireRightKey(manager: EntityManager): Promise<void> {
    const [application] = await manager.find(Application, { order: { id: 'ASC' }, take: 1 });
    if (application)
      this.secrets.open(application.appSecretSealed, `The secret of application ${application.appKey}`);
  }

  private async applyOne(
    context: ApplyContext,
    dto: ApplicationDto,
    path: string,
  ): Promise<ApplicationDto | undefined> {
    const desired = await applyApplication(context, dto, path);
    if (!desired) return undefined;
    const { application } = desired;
    const types = await applyCardTypes(context, desired, dto.card_types ?? [], path);
    const cards = await applyCards(context, application, types, dto.cards ?? [], `${path}.cards`);
    const parts = {
      // A private key that the server made never leaves it.
      ...(dto.signing_key !== undefined && { signing_key: dto.signing_key }),
      variables: await applyVariables(context, application, dto.variables ?? []),
      functions: await applyFunctions(context, application, dto.functions ?? []),
      versions: await applyVersions(context, application, dto.versions ?? [], `${path}.versions`),
      data: await applyData(context, application, dto.data ?? [], `${path}.data`),
      channels: await applyChannels(context, application, types, dto.channels ?? [], `${path}.channels`),
    };
    await saveApplication(context, desired);
    return describeApplication(application, context.secrets, types, cards, parts);
  }
}

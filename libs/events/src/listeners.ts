import type { EntityManager } from 'typeorm';
import { Webhook, WebhookApplication } from '@app/database';
import { ALL_TYPES, type EventType } from './catalogue.js';

/** The id and the wishes of a receiver of events. */
export interface Listener {
  readonly webhookId: number;
  readonly types: ReadonlySet<string>;
  /** `undefined` means all, and also events that belong to no application. */
  readonly applications: ReadonlySet<number> | undefined;
}

/** The receivers of events at one moment. */
export class Listeners {
  constructor(private readonly all: readonly Listener[]) {}

  /** Reads the enabled receivers from the database. */
  static async load(manager: EntityManager): Promise<Listeners> {
    const select = { id: true, types: true, allApplications: true } as const;
    const webhooks = await manager.find(Webhook, { select, where: { enabled: true } });
    const limits = webhooks.some((webhook) => !webhook.allApplications)
      ? await manager.find(WebhookApplication)
      : [];
    return new Listeners(
      webhooks.map(({ id, types, allApplications }) => {
        const own = limits.filter(({ webhookId }) => webhookId === id);
        return {
          webhookId: id,
          types: new Set(types),
          applications: allApplications ? undefined : new Set(own.map((limit) => limit.applicationId)),
        };
      }),
    );
  }

  /**
   * Returns the receivers of an event.
   * @param applicationId `null` if it belongs to no application
   */
  of(applicationId: number | null, type: string): Listener[] {
    return this.all.filter(
      ({ types, applications }) =>
        (types.has(ALL_TYPES) || types.has(type)) &&
        (applications === undefined || (applicationId !== null && applications.has(applicationId))),
    );
  }

  /** True if somebody wants to know about an event. */
  want(applicationId: number | null, type: EventType): boolean {
    return this.of(applicationId, type).length > 0;
  }

  /** True if somebody wants to know about events of these types, of any application. */
  wantAny(types: readonly EventType[]): boolean {
    return this.all.some((listener) =>
      types.some((type) => listener.types.has(ALL_TYPES) || listener.types.has(type)),
    );
  }
}

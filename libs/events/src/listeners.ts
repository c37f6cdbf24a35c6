import type { EntityManager } from 'typeorm';
import { ALL_TYPES, type EventType } from './catalogue.js';
import { applicationsByReceiver, RECEIVERS, type ReceiverKind } from './receivers.js';

/** The id and the subscriptions of a receiver of events. */
export interface Listener {
  readonly kind: ReceiverKind;
  readonly id: number;
  readonly types: ReadonlySet<string>;
  /** `undefined` means all applications; the receiver then also gets events that belong to no application. */
  readonly applications: ReadonlySet<number> | undefined;
}

/** The receivers of events, as they were at one moment. */
export class Listeners {
  constructor(private readonly all: readonly Listener[]) {}

  /** Reads the enabled receivers from the database, except notifiers that send a daily digest. */
  static async load(manager: EntityManager): Promise<Listeners> {
    const all: Listener[] = [];
    for (const kind of ['webhook', 'notifier'] as const) {
      const select = { id: true, types: true, allApplications: true } as const;
      const receivers = await manager.find(RECEIVERS[kind].entity, {
        select,
        where: RECEIVERS[kind].listening,
      });
      const limits = receivers.some(({ allApplications }) => !allApplications)
        ? await applicationsByReceiver(manager, kind)
        : new Map<number, Set<number>>();
      for (const { id, types, allApplications } of receivers) {
        const applications = allApplications ? undefined : (limits.get(id) ?? new Set<number>());
        all.push({ kind, id, types: new Set(types), applications });
      }
    }
    return new Listeners(all);
  }

  /**
   * Returns the receivers of an event.
   * @param applicationId `null` if the event belongs to no application
   */
  of(applicationId: number | null, type: string): Listener[] {
    return this.all.filter(
      ({ types, applications }) =>
        (types.has(ALL_TYPES) || types.has(type)) &&
        (applications === undefined || (applicationId !== null && applications.has(applicationId))),
    );
  }

  /** True if an event has a subscriber. */
  want(applicationId: number | null, type: EventType): boolean {
    return this.of(applicationId, type).length > 0;
  }

  /** True if events of these types have a subscriber in any application. */
  wantAny(types: readonly EventType[]): boolean {
    return this.all.some((listener) =>
      types.some((type) => listener.types.has(ALL_TYPES) || listener.types.has(type)),
    );
  }
}

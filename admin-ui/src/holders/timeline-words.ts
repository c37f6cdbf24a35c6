import type { useTranslate } from 'react-admin';
import type { Dto } from '../api/types';
import { meaningOf } from './refusal-meaning';

export type TimelineEntry = Dto<'TimelineEntryDto'>;
type Translate = ReturnType<typeof useTranslate>;

/** Returns the text of an entry and its actor; `who` is empty if the actor is obvious. */
export function timelineWords(entry: TimelineEntry, translate: Translate, locale: string) {
  const { actorKind, actorName } = entry;
  const who =
    actorName ??
    (actorKind === 'client' || actorKind === 'server' ? '' : translate(`panel.timeline.by.${actorKind}`));
  return { title: titleOf(entry, translate, locale), who };
}

function titleOf(entry: TimelineEntry, translate: Translate, locale: string): string {
  const say = (key: string, values: object = {}) => translate(`panel.timeline.${key}`, values);
  const { session, refusal, consumption, order, job, change, deviceId } = entry;
  switch (entry.kind) {
    case 'login':
      return say('login', { device: session!.deviceId, ip: session!.ip });
    case 'bound':
      return say('bound', { device: deviceId });
    case 'refusal': {
      return say('refusal', { code: refusal!.code, meaning: meaningOf(refusal!, locale) });
    }
    case 'consumption':
      return say('consumption', { smart_count: consumption!.amount, left: consumption!.usesLeft });
    case 'order':
    case 'refund':
      return say(entry.kind, { number: order!.externalNo ?? `#${order!.id}`, product: order!.product });
    case 'job':
      return say('job', {
        what: translate(`panel.job.kind.${job!.kind}`),
        smart_count: job!.changed,
        figure: job!.changed.toLocaleString(),
      });
    case 'change':
      return translate(`panel.history.did.${change!.action}`, { _: change!.action });
    case 'created':
    case 'issued':
    case 'activated':
    case 'expired':
    case 'recharge':
    case 'consumed':
      return say(entry.kind);
  }
}

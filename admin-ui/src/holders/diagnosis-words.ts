import type { useTranslate } from 'react-admin';
import { messageKey } from '../i18n/message-key';
import type { Dto } from '../api/types';

export type Diagnosis = Dto<'LoginDiagnosisDto'>;
type Translate = ReturnType<typeof useTranslate>;

/** Explains the predicted response to a login in a few sentences. */
export function diagnosisWords(
  { reason, facts, deviceId, ip }: Diagnosis,
  translate: Translate,
  formatTime: (epochMs: number | null | undefined) => string,
): string {
  const say = (key: string, values: object = {}) => translate(`panel.diagnosis.${key}`, values);
  switch (reason) {
    case 'none': {
      const also = [
        facts.activates && say('activates'),
        facts.binds && say(deviceId === null ? 'binds_new' : 'binds', { device: deviceId }),
        facts.sessions?.length && say('ends', { smart_count: facts.sessions.length }),
      ];
      return [say('none'), ...also.filter(Boolean)].join(' ');
    }
    case 'frozen':
      if (facts.frozenBy == null) return say('frozen_by_job');
      return [
        say('frozen', { who: facts.frozenBy, when: formatTime(facts.frozenAt) }),
        facts.frozenReason && say('frozen_reason', { reason: facts.frozenReason }),
      ]
        .filter(Boolean)
        .join(' ');
    case 'expired':
      return say('expired', { when: formatTime(facts.expiredAt) });
    case 'consumed': {
      const { consumedBy: by } = facts;
      if (!by) return say('consumed');
      const name = by.name ?? translate('panel.holder.deleted', { id: by.id });
      return say(`consumed_by_${by.kind}`, { name, when: formatTime(by.at) });
    }
    case 'device_limit':
      return say(deviceId === null ? 'device_limit_new' : 'device_limit', {
        smart_count: facts.maxDevices,
        device: deviceId,
      });
    case 'multi_open':
      return say('multi_open', { smart_count: facts.maxSessions });
    case 'blocked':
    case 'address_blocked': {
      const { kind, pattern, reason: why, expiresAt } = facts.block!;
      const what = translate(messageKey(`panel.diagnosis.block.${kind}`), { pattern, ip });
      const until = expiresAt === null ? '' : say('until', { when: formatTime(expiresAt) });
      const blocked = pattern === null ? say('blocked_everywhere') : say('blocked', { what, why });
      return [blocked, until].filter(Boolean).join(' ');
    }
    case 'application_disabled':
      return say('application_disabled');
  }
}

import { useQueryClient } from '@tanstack/react-query';
import { useLocale, useRedirect, useStore, useTranslate } from 'react-admin';
import type { Application } from '../../api/types';
import { RecordCreate } from '../../components/record-create';
import { useActionToast } from '../../components/use-action-toast';
import { ApplicationForm } from './application-form';
import { withoutHidden } from './application-inputs';

/** The server's defaults, shown in the form. */
const DEFAULTS = {
  enabled: true,
  signMode: 'md5',
  responseSignature: 'off',
  clockLeewaySec: 0,
  timeZone: 'Asia/Shanghai',
  heartbeatTimeoutSec: 1800,
  multiOpenPolicy: 'refuse',
  unbindPolicy: 'unbind_only',
  unbindHours: 0,
  unbindCooldownHours: 0,
  trial: 'off',
  trialMinutes: 60,
  trialIntervalHours: 24,
  trialsPerAddress: 20,
  compat: 'none',
  compatHosts: [],
  portalEnabled: false,
  portalTitle: '',
  portalLogoUrl: '',
  portalContact: '',
  portalLanguages: ['en', 'zh-CN'],
  portalShortKeysConfirmed: false,
} satisfies Partial<Application>;

/** Creates an application and selects it. */
export function ApplicationCreatePage() {
  const locale = useLocale();
  const [, choose] = useStore<number | null>('application', null);
  const toast = useActionToast();
  const translate = useTranslate();
  const redirect = useRedirect();
  const queryClient = useQueryClient();
  const onSuccess = async ({ id }: Application) => {
    // Only an application in the loaded list can be selected.
    await queryClient.refetchQueries({ queryKey: ['applications', 'getList'] });
    choose(id);
    // Translated now: later the key would name another record that was created in the meantime.
    toast(translate('ra.notification.created', { smart_count: 1 }));
    redirect('edit', 'applications', id);
  };
  return (
    <RecordCreate transform={withoutHidden} mutationOptions={{ onSuccess }}>
      <ApplicationForm
        isNew
        // A function: the form would be reset if its default values changed when another language is selected.
        defaultValues={() => ({ ...DEFAULTS, language: locale === 'zh' ? 'zh-CN' : 'en' })}
      />
    </RecordCreate>
  );
}

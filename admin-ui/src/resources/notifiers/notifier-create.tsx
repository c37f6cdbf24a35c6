import { SimpleForm, useLocale } from 'react-admin';
import { RecordCreate } from '../../components/record-create';
import { NotifierInputs, toNotifier } from './notifier-inputs';

const DEFAULTS = {
  kind: 'telegram',
  types: ['*'],
  allApplications: true,
  applicationIds: [],
  revealCards: false,
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  mode: 'instant',
  digestHour: 9,
  enabled: true,
};

/** Creates a notifier in the language and time zone of its creator, and shows it with the test button. */
export function NotifierCreate() {
  const locale = useLocale();
  return (
    <RecordCreate redirect="edit" transform={toNotifier}>
      {/* A function: the form would be reset if its default values changed when another language is selected. */}
      <SimpleForm defaultValues={() => ({ ...DEFAULTS, language: locale === 'zh' ? 'zh-CN' : 'en' })}>
        <NotifierInputs />
      </SimpleForm>
    </RecordCreate>
  );
}

import { Chip } from '@mui/material';
import {
  AutocompleteArrayInput,
  minLength,
  type RaRecord,
  required,
  useRecordContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import { EVENT_TYPES } from '../api/choices';
import type { Dto } from '../api/types';
import { ApplicationsInput } from './applications-input';
import { SwitchInput } from './switch-input';

const ALL = '*';
const TYPES = [{ id: ALL, name: 'panel.webhooks.all_types' }, ...EVENT_TYPES];

/** The types of events that a webhook or notifier receives. */
export function EventTypesInput() {
  return (
    <AutocompleteArrayInput
      source="types"
      choices={TYPES}
      parse={onlyAll}
      validate={[required(), minLength(1)]}
      helperText="panel.webhooks.types_help"
    />
  );
}

/** Choosing all types replaces single types, and choosing a single type replaces all types. */
function onlyAll(types: string[]): string[] {
  return types.at(-1) === ALL ? [ALL] : types.filter((type) => type !== ALL);
}

/** The applications whose events a webhook or notifier receives: all or some. */
export function ToldApplicationsInput() {
  const isAll = useWatch({ name: 'allApplications' }) as boolean | undefined;
  return (
    <>
      <SwitchInput source="allApplications" helperText="panel.webhooks.all_applications_help" />
      {!isAll && <ApplicationsInput helperText="panel.webhooks.applications_help" />}
    </>
  );
}

/** Converts form values to the API's values, where `applicationIds: null` means all applications. */
export function toReceiver({ allApplications, applicationIds, ...receiver }: RaRecord): RaRecord {
  return { ...receiver, applicationIds: allApplications ? null : (applicationIds ?? []) };
}

export function EventTypesField() {
  const receiver = useRecordContext<Pick<Dto<'WebhookDto'>, 'id' | 'types'>>();
  const translate = useTranslate();
  if (!receiver) return null;
  const { types } = receiver;
  if (types[0] === ALL) return translate('panel.webhooks.all_types');
  return types.map((type) => <Chip key={type} label={type} size="small" sx={{ m: 0.25 }} />);
}

import { DialogContentText } from '@mui/material';
import {
  maxLength,
  RadioButtonGroupInput,
  required,
  TextInput,
  useDataProvider,
  useListContext,
  useNotify,
  useRedirect,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { useRef } from 'react';
import { messageKey } from '../../i18n/message-key';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';
import { FreezeReasonInput } from '../../holders/freeze-button';
import { A_WEEK, type TimeChange, TimeInputs } from '../../holders/time-inputs';
import { type UsesChange, UsesInput } from '../../holders/uses-buttons';
import { useApplication } from '../../layout/application-context';
import { counted, isOver, describeOutcome } from '../card-jobs/job-outcome';
import { requestKeys } from '../card-jobs/request-key';

export type BulkAction = Dto<'ChangeCardsDto'>['action'];

interface BulkValues extends Partial<TimeChange>, Partial<UsesChange> {
  scope: 'selected' | 'matching';
  note?: string | null;
  reason?: string | null;
}

/** Runs an action on the selected cards, or on all that match the list's filter. */
export function CardBulkDialog({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const { selectedIds, total = 0, filter, filterValues, onUnselectItems } = useListContext();
  const application = useApplication();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const redirect = useRedirect();
  const refresh = useRefresh();
  const translate = useTranslate();
  const keyOf = useRef(requestKeys());

  const submit = async ({ scope, note, reason, amount, unit, uses }: BulkValues) => {
    const which = scope === 'selected' ? { ids: selectedIds } : { filter: { ...filterValues, ...filter } };
    const how = {
      ...(action === 'add_time' && { amount, unit }),
      ...(action === 'add_uses' && { uses }),
      ...(action === 'note' && { note: note || null }),
      ...(reason && { reason }),
    };
    const change = { applicationId: application!.id, action, ...which, ...how };
    const job = await dataProvider.act<Dto<'CardJobDto'>>('/card-jobs/bulk', {
      ...change,
      requestKey: keyOf.current(change),
    });
    onUnselectItems();
    // A long job is watched on its own page.
    if (!isOver(job)) return redirect('show', 'card-jobs', job.id);
    const words = describeOutcome(job, translate);
    // The job's page explains, with links, what freezing did not do.
    if (job.warnings.length > 0) return redirect('show', 'card-jobs', job.id);
    notify(words, { type: job.status === 'done' ? 'success' : 'error', messageArgs: { _: words } });
    refresh();
  };

  const scopes = [
    { id: 'selected', name: translate('panel.bulk.selected', counted(selectedIds.length)) },
    { id: 'matching', name: translate('panel.bulk.matching', counted(total)) },
  ];
  return (
    <FormDialog<BulkValues>
      open
      title={translate(messageKey(`panel.bulk.${action}.button`))}
      submit={messageKey(`panel.bulk.${action}.submit`)}
      defaultValues={{ scope: 'selected', ...(action === 'add_time' && A_WEEK) }}
      onClose={onClose}
      onSubmit={submit}
    >
      <DialogContentText sx={{ mb: 1 }}>
        {translate(messageKey(`panel.bulk.${action}.about`))}
      </DialogContentText>
      <RadioButtonGroupInput
        source="scope"
        label="panel.bulk.which"
        choices={scopes}
        translateChoice={false}
        validate={required()}
        row={false}
      />
      {action === 'freeze' && <FreezeReasonInput />}
      {action === 'add_time' && <TimeInputs />}
      {action === 'add_uses' && <UsesInput />}
      {action === 'note' && (
        <TextInput
          source="note"
          label="resources.cards.fields.note"
          helperText="panel.bulk.note.help"
          validate={maxLength(500)}
          autoFocus
        />
      )}
    </FormDialog>
  );
}

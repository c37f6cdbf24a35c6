import { DialogContentText } from '@mui/material';
import { useRef } from 'react';
import {
  maxLength,
  RadioButtonGroupInput,
  required,
  TextInput,
  useDataProvider,
  useListContext,
  useRedirect,
  useRefresh,
  useResourceContext,
  useTranslate,
} from 'react-admin';
import { useWatch } from 'react-hook-form';
import type { PanelDataProvider } from '../api/data-provider';
import type { Dto } from '../api/types';
import { FormDialog } from '../components/form-dialog';
import { useActionToast } from '../components/use-action-toast';
import { messageKey } from '../i18n/message-key';
import { useApplication } from '../layout/application-context';
import { counted, describeOutcome, isOver } from '../resources/card-jobs/job-outcome';
import { requestKeys } from '../resources/card-jobs/request-key';
import { FreezeReasonInput } from './freeze-button';
import { A_WEEK, type TimeChange, TimeInputs } from './time-inputs';
import { bulkPath, type Change, useImpact, useImpactWords } from './use-impact';
import { type UsesChange, UsesInput } from './uses-dialogs';

export type BulkAction = Dto<'ChangeCardsDto'>['action'];

interface BulkValues extends Partial<TimeChange>, Partial<UsesChange> {
  scope: 'selected' | 'matching';
  note?: string | null;
  reason?: string | null;
}

/** For these actions, the dialog counts the ended sessions, removed devices, remaining tickets, deleted cards, … */
const ENDING: ReadonlySet<BulkAction> = new Set(['freeze', 'reset', 'kick', 'unbind', 'delete']);
/** Maximum number of ids that the API accepts in a request. */
const MAX_SELECTED = 1000;
const OPPOSITES: Partial<Record<BulkAction, BulkAction>> = { freeze: 'unfreeze', unfreeze: 'freeze' };

/** Runs an action on the selected cards or users, or on all that match the list's filter. */
export function BulkDialog({ action, onClose }: { action: BulkAction; onClose: () => void }) {
  const { selectedIds, total = 0, filter, filterValues, onUnselectItems } = useListContext();
  const resource = useResourceContext();
  const application = useApplication();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const toast = useActionToast();
  const redirect = useRedirect();
  const refresh = useRefresh();
  const translate = useTranslate();
  const keyOf = useRef(requestKeys());

  const targetOf = (scope: BulkValues['scope']): Change => {
    const target = { applicationId: application!.id, action };
    const listed = { ...filterValues, ...filter };
    if (scope === 'matching') return { ...target, filter: listed };
    if (action !== 'delete') return { ...target, ids: selectedIds };
    // A selected card that was sold since is not deleted. The other filters do not count: they may have changed after
    // the card was selected.
    const { state, issued } = listed;
    return { ...target, filter: { state, issued, id: selectedIds } };
  };
  /** Runs a change. Throws if its job has failed, which then has changed nothing. */
  const run = async (change: Change) => {
    const requestKey = keyOf.current(change);
    const job = await dataProvider.act<Dto<'CardJobDto'>>(bulkPath(resource), { ...change, requestKey });
    // This request has its answer, so with a further one the user wants a further job.
    keyOf.current = requestKeys();
    if (isOver(job) && job.status !== 'done') throw new Error(describeOutcome(job, translate));
    return job;
  };

  const submit = async ({ scope, note, reason, amount, unit, uses }: BulkValues) => {
    const target = targetOf(scope);
    const job = await run({
      ...target,
      ...(action === 'add_time' && { amount, unit }),
      ...(action === 'add_uses' && { uses }),
      ...(action === 'note' && { note: note || null }),
      ...(reason && { reason }),
    });
    onUnselectItems();
    // The page of the job shows the progress of a long job.
    if (!isOver(job)) return redirect('show', 'card-jobs', job.id);
    // The job's page warns that freezing does not take back the time of consumed cards, and links to these cards.
    if (job.warnings.length > 0) return redirect('show', 'card-jobs', job.id);
    // A filter may match other rows by now, so only actions on a selection can be undone. If this action skipped rows,
    // such as cards that were already frozen, it cannot be undone: the opposite action would change these rows too.
    const isWhole = scope === 'selected' && job.result?.['changed'] === selectedIds.length;
    const opposite = isWhole ? OPPOSITES[action] : undefined;
    const undo = async () => {
      const undone = await run({ ...target, action: opposite! });
      if (!isOver(undone)) return redirect('show', 'card-jobs', undone.id);
      refresh();
    };
    toast(describeOutcome(job, translate), opposite && undo);
    refresh();
  };

  const kind = resource === 'users' ? 'user' : 'card';
  const tooMany =
    selectedIds.length > MAX_SELECTED
      ? translate('panel.bulk.too_many', { max: MAX_SELECTED.toLocaleString() })
      : undefined;
  const faultOf = (scope: BulkValues['scope']) => (scope === 'selected' ? tooMany : undefined);
  const scopes = [
    { id: 'selected', name: translate(`panel.bulk.${kind}.selected`, counted(selectedIds.length)) },
    { id: 'matching', name: translate(`panel.bulk.${kind}.matching`, counted(total)) },
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
        label={`panel.bulk.${kind}.which`}
        choices={scopes}
        translateChoice={false}
        validate={[required(), faultOf]}
        helperText={tooMany}
        row={false}
      />
      {ENDING.has(action) && (
        <BulkImpact action={action} targetOf={(scope) => (faultOf(scope) ? undefined : targetOf(scope))} />
      )}
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

interface BulkImpactProps {
  action: BulkAction;
  targetOf: (scope: BulkValues['scope']) => Change | undefined;
}

/** Shows what would be lost by an action on the selected cards or users. */
function BulkImpact({ action, targetOf }: BulkImpactProps) {
  const resource = useResourceContext();
  const { scope = 'selected' } = useWatch<BulkValues>();
  const words = useImpactWords(action);
  const { data } = useImpact(resource, targetOf(scope));
  return (
    <DialogContentText aria-live="polite" sx={{ minHeight: '1.5em', mb: 1, fontWeight: 600 }}>
      {words(data)}
    </DialogContentText>
  );
}

import {
  Alert,
  AlertTitle,
  Box,
  Button,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
} from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import {
  type RaRecord,
  type TransformData,
  useDataProvider,
  useEditContext,
  useRedirect,
  useTranslate,
  useTranslateLabel,
} from 'react-admin';
import { changesOf, type Conflict, conflictsOf } from './conflicts-of';
import { useActionToast } from './use-action-toast';
import { useNotifyError } from './use-notify-error';

interface StaleAlertProps<T extends RaRecord> {
  /** The base of the user's edits, from `EditedRecord`. Like `typed`, it went through `transform`. */
  before: RaRecord;
  /** The record as the form would have saved it. */
  typed: RaRecord;
  /** Converts the form's values to the API's. */
  transform: TransformData;
  /** Replaces the notification and the redirection after a save. */
  onSaved?: ((record: T) => void) | undefined;
  /** Called after the page has loaded the current record from the server again. */
  onDone: () => void;
}

/**
 * Reports that somebody else has changed the record in the meantime. The form keeps the user's input. The alert shows
 * both versions of each field that differs.
 */
export function StaleAlert<T extends RaRecord>({
  before,
  typed,
  transform,
  onSaved,
  onDone,
}: StaleAlertProps<T>) {
  const { refetch, resource, redirect: next } = useEditContext();
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const toast = useActionToast();
  const notifyError = useNotifyError();
  const redirect = useRedirect();
  const { data: current, refetch: readAgain } = useQuery({
    queryKey: ['stale', resource, typed],
    queryFn: async () => transform((await dataProvider.getOne(resource, { id: before.id })).data) as RaRecord,
    gcTime: 0,
  });
  const reload = async () => {
    await refetch();
    onDone();
  };
  const saveMine = async () => {
    try {
      const data = { ...current!, ...changesOf(before, typed) };
      const saved = await dataProvider.update<T>(resource, { id: before.id, data, previousData: current! });
      // Translated now: later the key would name another record that was saved in the meantime.
      if (!onSaved) toast(translate('ra.notification.updated', { smart_count: 1 }));
      // Leaves the page first: if the page were left after the reload, the form would ask about unsaved changes.
      if (onSaved) onSaved(saved.data);
      else redirect(next ?? 'show', resource, before.id, current);
      await reload();
    } catch (error) {
      notifyError(error);
      // Somebody may have changed the record once more.
      await readAgain();
    }
  };
  return (
    <Alert severity="warning" sx={{ '& .MuiAlert-message': { minWidth: 0, flex: 1 } }}>
      <AlertTitle>{translate('panel.stale.title')}</AlertTitle>
      {translate('panel.stale.message')}
      {current && (
        <Versions
          conflicts={conflictsOf(before, typed, current, translate('panel.all_applications'))}
          resource={resource}
        />
      )}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1 }}>
        <Button
          color="inherit"
          size="small"
          variant="outlined"
          disabled={!current}
          onClick={() => void saveMine()}
        >
          {translate('panel.stale.save_mine')}
        </Button>
        <Button color="inherit" size="small" onClick={() => void reload()}>
          {translate('panel.stale.reload')}
        </Button>
      </Box>
    </Alert>
  );
}

function Versions({ conflicts, resource }: { conflicts: Conflict[]; resource: string }) {
  const translate = useTranslate();
  const labelOf = useTranslateLabel();
  return (
    <Box
      tabIndex={0}
      role="region"
      aria-label={translate('panel.stale.title')}
      sx={{ overflow: 'auto', maxHeight: 240, mt: 1 }}
    >
      <Table size="small">
        <TableHead>
          <TableRow>
            <TableCell>{translate('panel.stale.field')}</TableCell>
            <TableCell>{translate('panel.stale.mine')}</TableCell>
            <TableCell>{translate('panel.stale.theirs')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {conflicts.map(({ field, mine, theirs }) => (
            <TableRow key={field}>
              <TableCell component="th" scope="row">
                {labelOf({ source: field, resource })}
              </TableCell>
              <TableCell sx={VALUE}>{mine}</TableCell>
              <TableCell sx={VALUE}>{theirs}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const VALUE = { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' };

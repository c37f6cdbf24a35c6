import { Button, DialogContentText, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import {
  HttpError,
  maxLength,
  TextInput,
  useCanAccess,
  useDataProvider,
  useGetOne,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { isConflict } from '../../api/is-conflict';
import type { Application } from '../../api/types';
import { FormDialog } from '../../components/form-dialog';
import { useActionToast } from '../../components/use-action-toast';

/** The template that is used if the application has none. */
const DEFAULT = '{card}';

/** The template that formats copied cards. A manager can change it. */
export function TemplateLine({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { data: application } = useGetOne<Application>('applications', { id: applicationId });
  const { canAccess } = useCanAccess({ resource: 'applications', action: 'edit' });
  const [open, setOpen] = useState(false);
  if (!application) return null;
  return (
    <Stack direction="row" useFlexGap sx={{ px: 2, pb: 1, gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {translate('panel.template.now')} <code>{application.cardTemplate ?? DEFAULT}</code>
      </Typography>
      {canAccess && (
        <Button size="small" onClick={() => setOpen(true)}>
          {translate('panel.template.change')}
        </Button>
      )}
      {open && <TemplateDialog application={application} onClose={() => setOpen(false)} />}
    </Stack>
  );
}

function TemplateDialog({ application, onClose }: { application: Application; onClose: () => void }) {
  // The version that the user saw: the page may read a newer one while the dialog is open.
  const [seen, setSeen] = useState(application);
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const toast = useActionToast();
  const save = async ({ cardTemplate }: { cardTemplate?: string | null }) => {
    const data = { cardTemplate: cardTemplate || null };
    const replace = (previousData: Application) =>
      dataProvider.update<Application>('applications', { id: seen.id, data, previousData });
    await replace(seen).catch(async (error: unknown) => {
      if (!isConflict(error)) throw error;
      const { data: current } = await dataProvider.getOne<Application>('applications', { id: seen.id });
      // Somebody has changed only other fields, or the answer to an earlier attempt to save was lost.
      if ([seen.cardTemplate, data.cardTemplate].includes(current.cardTemplate)) return replace(current);
      setSeen(current);
      const message = translate('panel.template.conflict', { theirs: current.cardTemplate ?? DEFAULT });
      throw new HttpError(message, error.status, { errors: { cardTemplate: message } });
    });
    toast(translate('panel.template.saved'));
    refresh();
  };
  return (
    <FormDialog<{ cardTemplate?: string | null }>
      open
      title={translate('panel.template.title')}
      submit="ra.action.save"
      defaultValues={{ cardTemplate: seen.cardTemplate ?? DEFAULT }}
      onClose={onClose}
      onSubmit={save}
    >
      <DialogContentText sx={{ mb: 2 }}>{translate('panel.template.help')}</DialogContentText>
      <TextInput
        source="cardTemplate"
        label="panel.template.label"
        validate={maxLength(500)}
        multiline
        autoFocus
      />
    </FormDialog>
  );
}

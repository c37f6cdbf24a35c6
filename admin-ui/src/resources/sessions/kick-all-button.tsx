import GroupRemove from '@mui/icons-material/GroupRemove';
import { useState } from 'react';
import { Button, useCanAccess, useDataProvider, useNotify, useRefresh, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { ConfirmDialog } from '../../components/confirm-dialog';
import { useNotifyError } from '../../components/use-notify-error';
import { useApplication } from '../../layout/application-context';
import { counted } from '../card-jobs/job-outcome';

/** Ends every session of the application. */
export function KickAllButton() {
  const application = useApplication();
  const { canAccess } = useCanAccess({ resource: 'sessions', action: 'kick' });
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const translate = useTranslate();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  if (!application || !canAccess) return null;

  const kick = async () => {
    setBusy(true);
    try {
      const applicationId = application.id;
      const { ended } = await dataProvider.act<Dto<'KickedDto'>>('/sessions/kick', { applicationId });
      notify('panel.session.kicked_many', { type: 'success', messageArgs: counted(ended) });
      refresh();
    } catch (error) {
      notifyError(error);
    }
    setBusy(false);
    setAsking(false);
  };
  return (
    <>
      <Button label="panel.session.kick_all" color="error" onClick={() => setAsking(true)}>
        <GroupRemove />
      </Button>
      <ConfirmDialog
        isOpen={asking}
        loading={busy}
        title={translate('panel.session.kick_all')}
        content={translate('panel.session.kick_all_sure', { name: application.name })}
        confirmColor="warning"
        onConfirm={() => void kick()}
        onClose={() => setAsking(false)}
      />
    </>
  );
}

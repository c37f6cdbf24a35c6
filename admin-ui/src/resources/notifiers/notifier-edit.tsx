import Send from '@mui/icons-material/Send';
import { Alert } from '@mui/material';
import { useState } from 'react';
import {
  Button,
  TabbedForm,
  TopToolbar,
  useDataProvider,
  useNotify,
  useRecordContext,
  useRefresh,
  useTranslate,
} from 'react-admin';
import { FormColumn } from '../../components/form-layout';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Dto } from '../../api/types';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { useNotifyError } from '../../components/use-notify-error';
import { TabbedEditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { MessagesTab } from './messages-tab';
import { NotifierInputs, toNotifier } from './notifier-inputs';

type Notifier = Dto<'NotifierDto'>;

export function NotifierEdit() {
  return (
    <VersionedEdit isWide redirect={false} actions={<Actions />} transform={toNotifier}>
      <TabbedEditForm tabs={SCROLLABLE_FORM_TABS}>
        <TabbedForm.Tab label="panel.notifiers.tab.settings">
          <FormColumn>
            <LastResult />
            <NotifierInputs />
          </FormColumn>
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.notifiers.tab.messages" path="messages">
          <MessagesTab />
        </TabbedForm.Tab>
      </TabbedEditForm>
    </VersionedEdit>
  );
}

/** Sends a test message and shows the service's answer. */
function Actions() {
  const notifier = useRecordContext<Notifier>();
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notify = useNotify();
  const notifyError = useNotifyError();
  const refresh = useRefresh();
  const [busy, setBusy] = useState(false);
  if (!notifier) return null;

  const test = async () => {
    setBusy(true);
    try {
      const path = `/notifiers/${notifier.id}/test`;
      const { sent, answer } = await dataProvider.act<Dto<'NotifierTestDto'>>(path);
      if (sent) notify('panel.notifiers.test.sent', { type: 'success' });
      else notify('panel.notifiers.test.failed', { type: 'error', messageArgs: { answer } });
      refresh();
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <TopToolbar>
      <Button label="panel.notifiers.test.button" disabled={busy} onClick={() => void test()}>
        <Send />
      </Button>
    </TopToolbar>
  );
}

/** The result of the latest message or test. */
function LastResult() {
  const notifier = useRecordContext<Notifier>();
  const translate = useTranslate();
  if (!notifier || notifier.lastSent === null) return null;
  const { lastSent, lastAnswer: answer } = notifier;
  return (
    <Alert severity={lastSent ? 'success' : 'error'} sx={{ mb: 2, overflowWrap: 'anywhere' }}>
      {lastSent
        ? translate('panel.notifiers.last.sent')
        : translate('panel.notifiers.last.failed', { answer })}
    </Alert>
  );
}

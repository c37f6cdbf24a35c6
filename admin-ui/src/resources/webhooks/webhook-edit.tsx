import Send from '@mui/icons-material/Send';
import { Alert } from '@mui/material';
import { TabbedForm, TopToolbar, useRecordContext, useTranslate } from 'react-admin';
import { FormColumn } from '../../components/form-layout';
import type { Dto } from '../../api/types';
import { ActionButton } from '../../components/action-button';
import { toReceiver } from '../../components/event-receiver';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import { TabbedEditForm } from '../../components/edit-form';
import { VersionedEdit } from '../../components/versioned-edit';
import { DeliveriesTab } from './deliveries-tab';
import { WebhookInputs } from './webhook-inputs';
import { WebhookSecret } from './webhook-secret';

export function WebhookEdit() {
  return (
    <VersionedEdit isWide redirect={false} actions={<Actions />} transform={toReceiver}>
      <TabbedEditForm tabs={SCROLLABLE_FORM_TABS}>
        <TabbedForm.Tab label="panel.webhooks.tab.settings">
          <FormColumn>
            <DisabledAlert />
            <WebhookInputs />
            <WebhookSecret />
          </FormColumn>
        </TabbedForm.Tab>
        <TabbedForm.Tab label="panel.webhooks.tab.deliveries" path="deliveries">
          <DeliveriesTab />
        </TabbedForm.Tab>
      </TabbedEditForm>
    </VersionedEdit>
  );
}

function Actions() {
  const webhook = useRecordContext<Dto<'WebhookDto'>>();
  return (
    <TopToolbar>
      {webhook?.enabled && <ActionButton action="test" label="panel.webhooks.test" icon={<Send />} />}
    </TopToolbar>
  );
}

/** Explains why the server has disabled the webhook. */
function DisabledAlert() {
  const webhook = useRecordContext<Dto<'WebhookDto'>>();
  const translate = useTranslate();
  if (webhook?.disabledReason !== 'gone') return null;
  return (
    <Alert severity="warning" sx={{ mb: 2 }}>
      {translate('panel.webhooks.gone')}
    </Alert>
  );
}

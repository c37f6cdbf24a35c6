import {
  BooleanField,
  DateField,
  NumberField,
  SelectField,
  TabbedShowLayout,
  TextArrayField,
  TextField,
  WrapperField,
} from 'react-admin';
import { RecordShow } from '../../components/record-show';
import { LongTextField } from '../../components/long-text-field';
import { SCROLLABLE_SHOW_TABS } from '../../components/scrollable-tabs';
import { AppKeyField } from './app-key-field';
import { PortalLinkPanel } from './portal-link-panel';
import {
  COMPAT_SERVICES,
  LANGUAGES,
  MULTI_OPEN_POLICIES,
  RESPONSE_SIGNATURES,
  SIGN_MODES,
  TRIAL_MODES,
  UNBIND_POLICIES,
} from '../../api/choices';

/** Read-only page for administrators without edit permission. */
export function ApplicationShow() {
  return (
    <RecordShow>
      <TabbedShowLayout tabs={SCROLLABLE_SHOW_TABS}>
        <TabbedShowLayout.Tab label="panel.applications.tab.general">
          <WrapperField source="appKey">
            <AppKeyField />
          </WrapperField>
          <TextField source="name" />
          <BooleanField source="enabled" />
          <SelectField source="language" choices={LANGUAGES} />
          <TextField source="timeZone" />
          <DateField source="createdAt" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.signing" path="signing">
          <SelectField source="signMode" choices={SIGN_MODES} />
          <SelectField source="responseSignature" choices={RESPONSE_SIGNATURES} />
          <TextField source="publicKey" emptyText="–" />
          <TextField source="keyId" emptyText="–" />
          <NumberField source="clockLeewaySec" />
          <DateField source="previousSecretUntil" emptyText="–" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.sessions" path="sessions">
          <NumberField source="heartbeatTimeoutSec" />
          <NumberField source="hg" emptyText="–" />
          <SelectField source="multiOpenPolicy" choices={MULTI_OPEN_POLICIES} />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.unbinding" path="unbinding">
          <SelectField source="unbindPolicy" choices={UNBIND_POLICIES} />
          <NumberField source="unbindHours" />
          <NumberField source="defaultUnbindLimit" emptyText="panel.unlimited" />
          <NumberField source="unbindCooldownHours" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.trials" path="trials">
          <SelectField source="trial" choices={TRIAL_MODES} />
          <NumberField source="trialMinutes" />
          <NumberField source="trialIntervalHours" />
          <NumberField source="trialsPerAddress" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.portal" path="portal">
          <PortalLinkPanel />
          <BooleanField source="portalEnabled" />
          <TextField source="portalTitle" emptyText="–" />
          <TextField source="portalLogoUrl" emptyText="–" />
          <LongTextField source="portalContact" />
          <TextArrayField source="portalLanguages" />
          <BooleanField source="portalShortKeysConfirmed" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.compat" path="compat">
          <SelectField source="compat" choices={COMPAT_SERVICES} />
          <TextArrayField source="compatHosts" />
        </TabbedShowLayout.Tab>
        <TabbedShowLayout.Tab label="panel.applications.tab.texts" path="texts">
          <LongTextField source="config" isCode />
          <LongTextField source="notice" />
        </TabbedShowLayout.Tab>
      </TabbedShowLayout>
    </RecordShow>
  );
}

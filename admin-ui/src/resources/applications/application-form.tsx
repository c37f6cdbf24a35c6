import type { ReactNode } from 'react';
import { TabbedForm, type TabbedFormProps } from 'react-admin';
import { SCROLLABLE_FORM_TABS } from '../../components/scrollable-tabs';
import {
  GeneralInputs,
  SessionInputs,
  SigningInputs,
  TextInputs,
  UnbindingInputs,
} from './application-inputs';

interface ApplicationFormProps extends Omit<TabbedFormProps, 'children'> {
  /** Shown above the inputs of the first tab. */
  identity?: ReactNode;
  /** Shown below the signing inputs. */
  secret?: ReactNode;
}

export function ApplicationForm({ identity, secret, ...props }: ApplicationFormProps) {
  return (
    <TabbedForm tabs={SCROLLABLE_FORM_TABS} warnWhenUnsavedChanges {...props}>
      <TabbedForm.Tab label="panel.applications.tab.general">
        {identity}
        <GeneralInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.signing" path="signing">
        <SigningInputs />
        {secret}
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.sessions" path="sessions">
        <SessionInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.unbinding" path="unbinding">
        <UnbindingInputs />
      </TabbedForm.Tab>
      <TabbedForm.Tab label="panel.applications.tab.texts" path="texts">
        <TextInputs />
      </TabbedForm.Tab>
    </TabbedForm>
  );
}

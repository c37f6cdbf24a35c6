import { DeleteButton, TopToolbar, useRecordContext } from 'react-admin';
import type { Application } from '../../api/types';
import { SaveToolbar } from '../../components/save-toolbar';
import { VersionedEdit } from '../../components/versioned-edit';
import { ApplicationForm } from './application-form';
import { withoutHidden } from './application-inputs';
import { EnableButton } from './enable-button';

export function ApplicationEdit() {
  return (
    <VersionedEdit redirect="list" actions={<ApplicationActions />} transform={withoutHidden}>
      <ApplicationForm toolbar={<SaveToolbar />} />
    </VersionedEdit>
  );
}

/** The API deletes only disabled applications. */
function ApplicationActions() {
  const application = useRecordContext<Application>();
  return (
    <TopToolbar>
      <EnableButton />
      {application?.enabled === false && (
        <DeleteButton
          mutationMode="pessimistic"
          confirmTitle="panel.applications.delete_title"
          confirmContent="panel.applications.delete_content"
          titleTranslateOptions={{ name: application.name }}
        />
      )}
    </TopToolbar>
  );
}

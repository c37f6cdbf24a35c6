import { ReferenceArrayField, useRecordContext, useTranslate } from 'react-admin';

/** Shows to which applications a record belongs: all or some. */
export function ApplicationsField() {
  const record = useRecordContext<{ allApplications: boolean }>();
  const translate = useTranslate();
  if (record?.allApplications) return translate('panel.all_applications');
  return <ReferenceArrayField source="applicationIds" reference="applications" />;
}

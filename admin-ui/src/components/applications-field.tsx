import { ReferenceArrayField, useRecordContext, useTranslate } from 'react-admin';

/** The applications of a record that belongs to all or to some of them. */
export function ApplicationsField() {
  const record = useRecordContext<{ allApplications: boolean }>();
  const translate = useTranslate();
  if (record?.allApplications) return translate('panel.all_applications');
  return <ReferenceArrayField source="applicationIds" reference="applications" />;
}

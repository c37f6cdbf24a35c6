import { useTranslate } from 'react-admin';

/** Returns a function that finds the label of a field: from the forms, else from the audit log, else the API name. */
export function useFieldName(): (resource: string, field: string) => string {
  const translate = useTranslate();
  return (resource, field) =>
    translate(`resources.${resource}.fields.${field}`, {
      _: translate(`panel.audit.fields.${field}`, { _: field }),
    });
}

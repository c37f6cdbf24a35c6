import { useTranslate } from 'react-admin';

/** Returns the label of a field from the forms or the audit log, or else its API name. */
export function useFieldName(): (resource: string, field: string) => string {
  const translate = useTranslate();
  return (resource, field) =>
    translate(`resources.${resource}.fields.${field}`, {
      _: translate(`panel.audit.fields.${field}`, { _: field }),
    });
}

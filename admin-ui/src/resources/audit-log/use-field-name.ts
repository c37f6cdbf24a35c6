import { useTranslate } from 'react-admin';

/** What the forms call a field, or else the log; of neither: its name in the API. */
export function useFieldName(): (resource: string, field: string) => string {
  const translate = useTranslate();
  return (resource, field) =>
    translate(`resources.${resource}.fields.${field}`, {
      _: translate(`panel.audit.fields.${field}`, { _: field }),
    });
}

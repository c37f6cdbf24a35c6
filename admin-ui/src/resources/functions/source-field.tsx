import { useRecordContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { LazyCodeEditor } from '../../components/lazy-code-editor';

/** A read-only source. */
export function SourceField() {
  const translate = useTranslate();
  const record = useRecordContext<Pick<Dto<'RemoteFunctionDto'>, 'id' | 'source'>>();
  if (!record) return null;
  return <LazyCodeEditor label={translate('resources.functions.fields.source')} value={record.source} />;
}

import { Create, type CreateProps, type RaRecord } from 'react-admin';
import { useSaveRefused } from './use-shown-faults';

/** Creates a record. Faults of values that have no input are shown as notifications. */
export function RecordCreate<T extends RaRecord = RaRecord>({ mutationOptions, ...props }: CreateProps<T>) {
  const onError = useSaveRefused();
  return <Create {...props} mutationOptions={{ onError, ...mutationOptions }} />;
}

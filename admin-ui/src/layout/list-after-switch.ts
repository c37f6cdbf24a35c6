import { APPLICATION_RESOURCES } from './menu-sections';

/**
 * Returns the path to open after another application was selected. From the page of a record, this is the list of such
 * records. From a list with filters in its address, it is this list without filters, since a filter may name a record
 * of the previous application. Returns `undefined` for all other pages, which stay open.
 */
export function listAfterSwitch(pathname: string, search: string): string | undefined {
  const [, resource = '', record = ''] = pathname.split('/');
  const isOfApplication = APPLICATION_RESOURCES.has(resource);
  if (record === '') return isOfApplication && search !== '' ? `/${resource}` : undefined;
  const isRecord = record !== 'create' && (isOfApplication || resource === 'applications');
  return isRecord ? `/${resource}` : undefined;
}

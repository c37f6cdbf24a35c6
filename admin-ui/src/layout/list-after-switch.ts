import { APPLICATION_RESOURCES } from './menu-sections';

/**
 * Returns the list to show when another application is selected on the page of a record, or on a list with filters in
 * its address: a filter may name a record of the previous application. Returns `undefined` for all other pages.
 */
export function listAfterSwitch(pathname: string, search: string): string | undefined {
  const [, resource = '', record = ''] = pathname.split('/');
  const isOfApplication = APPLICATION_RESOURCES.has(resource);
  if (record === '') return isOfApplication && search !== '' ? `/${resource}` : undefined;
  const isRecord = record !== 'create' && (isOfApplication || resource === 'applications');
  return isRecord ? `/${resource}` : undefined;
}

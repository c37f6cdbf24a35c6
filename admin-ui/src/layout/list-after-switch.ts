import { APPLICATION_RESOURCES } from './menu-sections';

/**
 * Returns the list to show when another application is selected on the page of a record. Returns `undefined` for pages
 * that show the selected application: lists, and forms for new records.
 */
export function listAfterSwitch(path: string): string | undefined {
  const [, resource = '', record] = path.split('/');
  const isRecord = record !== undefined && record !== '' && record !== 'create';
  return isRecord && (APPLICATION_RESOURCES.has(resource) || resource === 'applications')
    ? `/${resource}`
    : undefined;
}

import type { Dto } from '../../api/types';

/** The filter of the list of refused requests. It has no application: the list shows the selected one. */
export type RequestFilter = Omit<Dto<'RefusalFilter'>, 'id' | 'applicationId'>;

/** Path of the list of refused requests with a filter. */
export function requestsPath(filter: RequestFilter): string {
  return `/refusals?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}

import { useGetList, useStore } from 'react-admin';
import type { Application } from '../api/types';

/** Returns the selected application, or `undefined` while there is none. */
export function useApplication(): Application | undefined {
  const { applications, id } = useApplications();
  return applications.find((application) => application.id === id);
}

/** Returns the applications that the administrator may access, and the id of the selected one. */
export function useApplications() {
  const [chosen, choose] = useStore<number | null>('application', null);
  const { data: applications = [], isPending } = useGetList<Application>('applications', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  });
  const known = applications.some(({ id }) => id === chosen);
  const id = known ? chosen : (applications[0]?.id ?? null);
  return { applications, id, choose, isPending };
}

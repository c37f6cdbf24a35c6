import { startTransition } from 'react';
import { useGetList, useStore } from 'react-admin';
import { type NavigateOptions, type To, useNavigate } from 'react-router-dom';
import type { Application } from '../api/types';

/** Returns the selected application, or `undefined` while there is none. */
export function useApplication(): Application | undefined {
  const { applications, id } = useApplications();
  return applications.find((application) => application.id === id);
}

/** The id of the selected application. */
const useChosen = () => useStore<number | null>('application', null);

/** Returns the applications that the administrator may access, and the id of the selected one. */
export function useApplications() {
  const [chosen, choose] = useChosen();
  const { data: applications = [], isPending } = useGetList<Application>('applications', {
    pagination: { page: 1, perPage: 1000 },
    sort: { field: 'name', order: 'ASC' },
  });
  const known = applications.some(({ id }) => id === chosen);
  const id = known ? chosen : (applications[0]?.id ?? null);
  return { applications, id, choose, isPending };
}

/** Returns a function that selects an application and opens one of its pages. */
export function useOpenInApplication(): (id: number, page: To, options?: NavigateOptions) => void {
  const [, choose] = useChosen();
  const navigate = useNavigate();
  return (id, page, options) =>
    // Makes both changes in one transition: otherwise a list would first be shown with the filters of the previous
    // application, and would store them.
    startTransition(async () => {
      choose(id);
      await navigate(page, options);
    });
}

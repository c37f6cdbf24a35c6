import { MenuItem, TextField } from '@mui/material';
import { useEffect } from 'react';
import { useGetList, useStore, useTranslate } from 'react-admin';
import type { Application } from '../api/types';

/** Returns the selected application, or `undefined` while there is none. */
export function useApplication(): Application | undefined {
  const { applications, id } = useApplications();
  return applications.find((application) => application.id === id);
}

/** Returns the assigned applications and the id of the selected one. */
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

/** Selects the application of lists and forms. */
export function ApplicationSelect() {
  const translate = useTranslate();
  const { applications, id, choose, isPending } = useApplications();
  useEffect(() => {
    if (!isPending && id !== null) choose(id);
  }, [id, isPending, choose]);
  if (applications.length === 0 || id === null) return null;
  return (
    <TextField
      select
      variant="outlined"
      margin="none"
      fullWidth={false}
      value={id}
      onChange={({ target }) => choose(Number(target.value))}
      slotProps={{ select: { SelectDisplayProps: { 'aria-label': translate('panel.application') } } }}
      sx={ON_APP_BAR}
    >
      {applications.map((application) => (
        <MenuItem key={application.id} value={application.id}>
          {application.name}
        </MenuItem>
      ))}
    </TextField>
  );
}

const ON_APP_BAR = {
  mr: 1,
  // On phones there is no room for the theme's width.
  '&.MuiFormControl-root': { width: 'auto', minWidth: { xs: 90, sm: 140 }, maxWidth: { xs: 130, sm: 260 } },
  '& .MuiInputBase-root, & .MuiSelect-icon': { color: 'inherit' },
  '& .MuiSelect-select': { py: 0.75 },
  '& .MuiOutlinedInput-notchedOutline': { borderColor: 'rgba(255, 255, 255, 0.6)' },
  '& .MuiOutlinedInput-root:hover .MuiOutlinedInput-notchedOutline': { borderColor: '#ffffff' },
  '& .MuiOutlinedInput-root.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: '#ffffff' },
};

import { Alert, Button } from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import { useLocation } from 'react-router-dom';
import { useApplications } from './application-context';
import { APPLICATION_RESOURCES } from './menu-sections';

/** The query options of react-admin's edit pages. */
const ONLY_ONCE = { refetchOnWindowFocus: false, refetchOnReconnect: false, retry: false };

/** Shown on the page of a record that does not belong to the selected application. */
export function OtherApplicationBanner() {
  const [, resource = '', id = ''] = useLocation().pathname.split('/');
  const isRecord = /^\d+$/.test(id) && APPLICATION_RESOURCES.has(resource);
  return isRecord ? <Banner resource={resource} id={id} /> : null;
}

function Banner({ resource, id }: { resource: string; id: string }) {
  const translate = useTranslate();
  const { applications, id: selected, choose } = useApplications();
  // The page reads the same record, so this causes no further request. Without these options, the record would be
  // fetched again, for example when the window gets the focus, and this would reset the form of an edit page.
  const { data: record } = useGetOne(resource, { id }, ONLY_ONCE);
  const owner = applications.find((application) => application.id === record?.applicationId);
  if (!owner || owner.id === selected) return null;
  const { name } = owner;
  return (
    <Alert
      severity="info"
      sx={{ mb: 2, alignItems: 'center' }}
      action={
        <Button size="small" color="inherit" onClick={() => choose(owner.id)}>
          {translate('panel.other_application.switch', { name })}
        </Button>
      }
    >
      {translate('panel.other_application.text', { name })}
    </Alert>
  );
}

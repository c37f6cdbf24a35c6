import { Button, Typography } from '@mui/material';
import {
  Link,
  Title,
  useCanAccess,
  useGetResourceLabel,
  useResourceContext,
  useTranslate,
} from 'react-admin';

/** Shown when there is no application; links to the create page for those who may create one. */
export function NoApplication() {
  const resource = useResourceContext();
  const labelOf = useGetResourceLabel();
  const translate = useTranslate();
  const { canAccess: isOwner } = useCanAccess({ resource: 'applications', action: 'create' });
  if (isOwner === undefined) return null;
  return (
    <>
      {resource && <Title title={labelOf(resource, 2)} />}
      <Typography sx={{ my: 2 }}>
        {translate(isOwner ? 'panel.no_application_yet' : 'panel.no_application')}
      </Typography>
      {isOwner && (
        <Button variant="contained" component={Link} to="/applications/create" sx={{ justifySelf: 'start' }}>
          {translate('panel.getting_started.application.button')}
        </Button>
      )}
    </>
  );
}

import { Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { AccessDenied, CanAccess, Title } from 'react-admin';
import { useApplication } from '../layout/application-context';
import { FORM_CARD_PX } from './form-layout';
import { NoApplication } from './no-application';

interface FormPageProps {
  title: string;
  resource: string;
  /** The action of the form. Without permission for it, the page shows a message. */
  action: string;
  children: ReactNode;
}

/** A page with a form that belongs to the selected application and not to a record. */
export function FormPage({ title, resource, action, children }: FormPageProps) {
  const application = useApplication();
  if (!application) return <NoApplication />;
  return (
    <>
      <Title title={title} />
      <CanAccess resource={resource} action={action} accessDenied={<AccessDenied />}>
        <Card sx={{ maxWidth: FORM_CARD_PX }}>
          <CardContent>{children}</CardContent>
        </Card>
      </CanAccess>
    </>
  );
}

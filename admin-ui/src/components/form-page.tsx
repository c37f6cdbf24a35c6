import { Card, CardContent } from '@mui/material';
import type { ReactNode } from 'react';
import { AccessDenied, CanAccess, Title } from 'react-admin';

interface FormPageProps {
  title: string;
  resource: string;
  /** What the form asks the server to do; who may not is told so. */
  action: string;
  children: ReactNode;
}

/** A page of a form that is not about one record. */
export function FormPage({ title, resource, action, children }: FormPageProps) {
  return (
    <>
      <Title title={title} />
      <CanAccess resource={resource} action={action} accessDenied={<AccessDenied />}>
        <Card sx={{ mt: 2, maxWidth: 640 }}>
          <CardContent>{children}</CardContent>
        </Card>
      </CanAccess>
    </>
  );
}

import Block from '@mui/icons-material/Block';
import CheckCircle from '@mui/icons-material/CheckCircle';
import { UpdateButton, useRecordContext } from 'react-admin';
import type { Application } from '../../api/types';

/** Enables or disables the application for all of its clients. */
export function EnableButton() {
  const application = useRecordContext<Application>();
  if (!application) return null;
  const { enabled, name } = application;
  const topic = enabled ? 'disable' : 'enable';
  return (
    <UpdateButton
      mutationMode="pessimistic"
      data={{ enabled: !enabled }}
      label={`panel.applications.${topic}`}
      icon={enabled ? <Block /> : <CheckCircle />}
      confirmTitle={`panel.applications.${topic}_title`}
      confirmContent={`panel.applications.${topic}_content`}
      titleTranslateOptions={{ name }}
    />
  );
}

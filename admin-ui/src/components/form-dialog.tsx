import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Form, useTranslate } from 'react-admin';
import { SubmitButton } from './submit-button';
import { useSubmission } from './use-submission';

/** The form is not about the record of the page, whose fields it would take for its own. */
const NO_RECORD = {};

interface FormDialogProps<Values> {
  open: boolean;
  title: string;
  /** What the button says that sends it. */
  submit: string;
  defaultValues?: Partial<Values>;
  onClose: () => void;
  /** What it throws is shown beside the fields that it concerns, or in words. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** Asks for something before it is done. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { open, title, submit, defaultValues, onClose, onSubmit, children } = props;
  const translate = useTranslate();
  const titleId = useId();
  const send = useSubmission(async (values: object) => {
    await onSubmit(values as Values);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      <Form record={NO_RECORD} defaultValues={defaultValues} onSubmit={send}>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SubmitButton label={submit} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

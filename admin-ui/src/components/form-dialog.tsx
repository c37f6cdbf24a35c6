import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { type ReactNode, useId } from 'react';
import { Form, useTranslate } from 'react-admin';
import { SubmitButton } from './submit-button';
import { useSubmission } from './use-submission';

/** Empty record for the form. Otherwise the form would use the fields of the page's record. */
const NO_RECORD = {};

interface FormDialogProps<Values> {
  open: boolean;
  title: string;
  /** Label of the submit button. */
  submit: string;
  /** Values at the opening. Later values are ignored, since they would replace what was typed. */
  defaultValues?: Partial<Values>;
  onClose: () => void;
  /** Called on submit. An error is shown next to the fields that it concerns, or as a notification. */
  onSubmit: (values: Values) => Promise<void>;
  children: ReactNode;
}

/** A dialog with a form, shown before an action. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { open, title, submit, defaultValues, onClose, onSubmit, children } = props;
  const translate = useTranslate();
  const titleId = useId();
  const send = useSubmission(async (values: object) => {
    // While the dialog is closing, its button can still be clicked.
    if (!open) return;
    await onSubmit(values as Values);
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{title}</DialogTitle>
      {/* React-admin calls a function once. It would reset the form whenever an object changed. */}
      <Form record={NO_RECORD} defaultValues={() => defaultValues ?? {}} onSubmit={send}>
        <DialogContent>{children}</DialogContent>
        <DialogActions>
          <Button onClick={onClose}>{translate('ra.action.cancel')}</Button>
          <SubmitButton label={submit} />
        </DialogActions>
      </Form>
    </Dialog>
  );
}

import { type ReactElement, type ReactNode, useState } from 'react';
import { Button, useTranslate } from 'react-admin';
import { FormDialog } from './form-dialog';
import { useRecordAction } from './use-record-action';

interface ActionFormButtonProps<Values extends object> {
  /** The last part of the path, such as `freeze`. */
  action: string;
  icon: ReactElement;
  /** The words of the button that does it; the action's own unless given. */
  submit?: string;
  defaultValues?: Partial<Values>;
  /** What is sent; the values as they are unless given. */
  bodyOf?: (values: Values) => object;
  children: ReactNode;
}

/** Does something to the record around it, for which it first asks for values. */
export function ActionFormButton<Values extends object>({
  action,
  icon,
  submit = `panel.action.${action}`,
  defaultValues,
  bodyOf = (values) => values,
  children,
}: ActionFormButtonProps<Values>) {
  const act = useRecordAction(action);
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  if (!act) return null;

  const label = `panel.action.${action}`;
  return (
    <>
      <Button label={label} onClick={() => setOpen(true)}>
        {icon}
      </Button>
      <FormDialog<Values>
        open={open}
        title={translate(label)}
        submit={submit}
        defaultValues={defaultValues}
        onClose={() => setOpen(false)}
        onSubmit={(values) => act(bodyOf(values))}
      >
        {children}
      </FormDialog>
    </>
  );
}

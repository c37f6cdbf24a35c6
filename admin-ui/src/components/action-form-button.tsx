import { type ReactElement, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { Button, type RaRecord, useRecordContext, useTranslate } from 'react-admin';
import { useLocation, useNavigate } from 'react-router-dom';
import { FormDialog } from './form-dialog';
import { useRecordAction } from './use-record-action';

interface ActionFormButtonProps<Values extends object> {
  /** The last segment of the request's path, such as `freeze`. */
  action: string;
  icon: ReactElement;
  /** Label of the submit button; default: the label of the action. */
  submit?: string;
  defaultValues?: Partial<Values>;
  /** Builds the request body from the form values; default: the form values. */
  bodyOf?: (values: Values) => object;
  /** True if the request is refused when the record has changed since the dialog was opened. */
  isVersioned?: boolean;
  children: ReactNode;
}

/** Asks for values, then runs an action on the record in context. */
export function ActionFormButton<Values extends object>({
  action,
  icon,
  submit = `panel.action.${action}`,
  defaultValues,
  bodyOf = (values) => values,
  isVersioned = false,
  children,
}: ActionFormButtonProps<Values>) {
  const act = useRecordAction(action);
  const translate = useTranslate();
  const record = useRecordContext<RaRecord>();
  const [open, setOpen] = useState(false);
  // The version that the user saw: the page may read a newer one while the dialog is open.
  const [rowVersion, setRowVersion] = useState<number>();
  const start = () => {
    setRowVersion(record?.['rowVersion']);
    setOpen(true);
  };
  useWantedAction(action, start);
  if (!act) return null;

  const label = `panel.action.${action}`;
  return (
    <>
      <Button label={label} onClick={start}>
        {icon}
      </Button>
      <FormDialog<Values>
        open={open}
        title={translate(label)}
        submit={submit}
        defaultValues={defaultValues}
        onClose={() => setOpen(false)}
        onSubmit={(values) => act({ ...bodyOf(values), ...(isVersioned && { rowVersion }) })}
      >
        {children}
      </FormDialog>
    </>
  );
}

/** Calls `open` if the page was opened for the action, for example by the search. A reload does not call it again. */
function useWantedAction(action: string, open: () => void): void {
  const { pathname, search, state } = useLocation() as { pathname: string; search: string; state: unknown };
  const navigate = useNavigate();
  const isWanted = (state as { action?: string } | null)?.action === action;
  const start = useEffectEvent(() => {
    open();
    void navigate({ pathname, search }, { replace: true, state: null });
  });
  useEffect(() => {
    if (isWanted) start();
  }, [isWanted]);
}

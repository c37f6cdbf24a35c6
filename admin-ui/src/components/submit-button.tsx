import type { ReactNode } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** A submit button. It is enabled even if nothing in the form was changed, and disabled while the form is submitted. */
export function SubmitButton({ label, icon = <></> }: { label: string; icon?: ReactNode }) {
  const { isSubmitting } = useFormState();
  return <SaveButton label={label} icon={icon} alwaysEnable={!isSubmitting} />;
}

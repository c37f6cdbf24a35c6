import type { ReactNode } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Submit button that works even if the form's defaults are unchanged, but not a second time while it submits. */
export function SubmitButton({ label, icon = <></> }: { label: string; icon?: ReactNode }) {
  const { isSubmitting } = useFormState();
  return <SaveButton label={label} icon={icon} alwaysEnable={!isSubmitting} />;
}

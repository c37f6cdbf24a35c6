import type { ReactNode } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Submits a form once, even when its defaults are unchanged. */
export function SubmitButton({ label, icon = <></> }: { label: string; icon?: ReactNode }) {
  const { isSubmitting } = useFormState();
  return <SaveButton label={label} icon={icon} alwaysEnable={!isSubmitting} />;
}

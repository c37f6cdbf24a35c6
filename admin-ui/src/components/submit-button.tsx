import type { ReactNode } from 'react';
import { SaveButton } from 'react-admin';
import { useFormState } from 'react-hook-form';

/** Sends a form whose defaults may be right as they are, and sends it once. */
export function SubmitButton({ label, icon = <></> }: { label: string; icon?: ReactNode }) {
  const { isSubmitting } = useFormState();
  return <SaveButton label={label} icon={icon} alwaysEnable={!isSubmitting} />;
}

import type { ComponentProps } from 'react';

/**
 * The frame of a check box without what react-admin gives it by mistake: a label, which the box itself has to have, and
 * a prop of earlier MUI versions.
 */
export function CheckboxFrame({
  inputProps: _,
  'aria-label': __,
  ...props
}: ComponentProps<'span'> & { inputProps?: unknown }) {
  return <span {...props} />;
}

import type { ComponentProps } from 'react';

/**
 * The frame of a check box without two mistakes of react-admin: a label, which belongs to the box itself, and a prop of
 * earlier MUI versions.
 */
export function CheckboxFrame({
  inputProps: _,
  'aria-label': __,
  ...props
}: ComponentProps<'span'> & { inputProps?: unknown }) {
  return <span {...props} />;
}

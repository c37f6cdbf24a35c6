import type { ComponentProps } from 'react';

/**
 * Frame of a check box. It fixes two faults of react-admin: the frame's label (the check box has its own label), and a
 * prop of earlier MUI versions.
 */
export function CheckboxFrame({
  inputProps: _,
  'aria-label': __,
  ...props
}: ComponentProps<'span'> & { inputProps?: unknown }) {
  return <span {...props} />;
}

import type { ComponentProps } from 'react';

/**
 * Frame of a check box. It drops two props that react-admin passes by mistake: a label, which belongs to the input
 * element, and a prop of earlier MUI versions.
 */
export function CheckboxFrame({
  inputProps: _,
  'aria-label': __,
  ...props
}: ComponentProps<'span'> & { inputProps?: unknown }) {
  return <span {...props} />;
}

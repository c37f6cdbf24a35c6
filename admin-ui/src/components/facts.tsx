import { Box } from '@mui/material';
import { Children, isValidElement, type ReactNode } from 'react';
import { Labeled } from 'react-admin';

/** A wrapping row of fields with their labels. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(180px, 45%), 1fr))',
        gap: 1.5,
        p: 2,
        overflowWrap: 'anywhere',
        fontSize: '0.875rem',
      }}
    >
      <LabeledFields>{children}</LabeledFields>
    </Box>
  );
}

/** Labels each child with a `source` or `label`, as react-admin's show layouts do. */
export function LabeledFields({ children }: { children: ReactNode }) {
  return Children.map(children, (child) =>
    isValidElement<{ source?: string; label?: string }>(child) &&
    (child.props.source || child.props.label) ? (
      <Labeled>{child}</Labeled>
    ) : (
      child
    ),
  );
}

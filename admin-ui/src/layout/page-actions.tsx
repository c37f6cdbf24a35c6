import { Box } from '@mui/material';
import { Children, type ComponentProps, isValidElement, type ReactNode, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { ColumnsButton } from 'react-admin';
import { PAGE_ACTIONS_ID } from './page-header';

/**
 * Renders the contents of react-admin's `TopToolbar`: puts the actions of a list, show or edit page into the page's
 * header. The button that selects columns stays beside the filters.
 */
export function PageActions({ children, className }: ComponentProps<'div'>) {
  const [head, setHead] = useState<HTMLElement | null>(() => document.getElementById(PAGE_ACTIONS_ID));
  // If the header is rendered together with the page, its element exists only after the first render.
  useEffect(() => setHead(document.getElementById(PAGE_ACTIONS_ID)), []);
  // The actions on selected rows stay with the table.
  if (className?.includes('RaBulkActionsToolbar')) return <div className={className}>{children}</div>;
  const parts = Children.toArray(children);
  const view = parts.filter(isColumnsButton);
  const actions = parts.filter((part) => !isColumnsButton(part));
  return (
    <>
      {view.length > 0 && (
        <Box className={className} sx={{ '&&': { minHeight: 40, p: 0, bgcolor: 'transparent' } }}>
          {view}
        </Box>
      )}
      {head && createPortal(actions, head)}
    </>
  );
}

function isColumnsButton(part: ReactNode): boolean {
  return isValidElement(part) && part.type === ColumnsButton;
}

import { Box, Button, Paper, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import { SIDEBAR_PX } from '../theme/themes';

/**
 * Buttons for the selected rows, floating at the bottom of the window. An empty box below the list reserves space, so
 * that the buttons do not cover the last rows.
 */
export function FloatingBulkToolbar({ children }: { children: ReactNode }) {
  const { selectedIds, onUnselectItems } = useListContext();
  const translate = useTranslate();
  if (selectedIds.length === 0) return null;
  return (
    <>
      <Box aria-hidden sx={{ height: { xs: 140, md: 72 } }} />
      <Paper
        component="section"
        aria-label={translate('panel.bulk.bar')}
        elevation={6}
        sx={{
          position: 'fixed',
          bottom: 16,
          // The toolbar begins beside the sidebar, which it must not cover.
          left: { xs: 16, md: SIDEBAR_PX + 16 },
          right: 16,
          mx: 'auto',
          width: 'fit-content',
          zIndex: 'appBar',
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          gap: 0.5,
          px: 2,
          py: 1,
          '& .MuiIconButton-root': { width: 44, height: 44 },
          border: 1,
          borderColor: 'divider',
        }}
      >
        <Typography variant="body2" sx={{ fontWeight: 600, mr: 1 }}>
          {translate('ra.action.bulk_actions', { smart_count: selectedIds.length })}
        </Typography>
        {children}
        <Button size="small" color="inherit" onClick={() => onUnselectItems()}>
          {translate('panel.bulk.unselect')}
        </Button>
      </Paper>
    </>
  );
}

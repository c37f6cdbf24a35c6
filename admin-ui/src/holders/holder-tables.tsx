import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { BoundDevices } from './bound-devices';
import { HolderSessions } from './holder-sessions';

/** The devices and sessions of the card or user of the page. */
export function HolderTables() {
  return (
    <>
      <Titled title="panel.holder.devices">
        <BoundDevices />
      </Titled>
      <Titled title="panel.holder.sessions">
        <HolderSessions />
      </Titled>
    </>
  );
}

function Titled({ title, children }: { title: string; children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Box component="section" sx={{ px: 2, pb: 1 }}>
      <Typography component="h2" variant="subtitle1" sx={{ fontWeight: 600, py: 1 }}>
        {translate(title)}
      </Typography>
      {children}
    </Box>
  );
}

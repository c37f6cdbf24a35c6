import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ReactNode } from 'react';
import { BoundDevices } from './bound-devices';
import { HolderSessions } from './holder-sessions';

/** Height of a table with one row and its pagination, so that elements below seldom move when the rows arrive. */
const ONE_ROW_PX = 120;

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
      <Box sx={{ minHeight: ONE_ROW_PX }}>{children}</Box>
    </Box>
  );
}

import { type Theme, useMediaQuery } from '@mui/material';

/** Whether there is no room for more than one thing beside another. */
export function useIsPhone(): boolean {
  return useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
}

import { type Theme, useMediaQuery } from '@mui/material';

/** True when the screen is too narrow for several columns. */
export function useIsPhone(): boolean {
  return useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
}

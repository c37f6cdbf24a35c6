import { Alert, Box } from '@mui/material';
import { useMemo } from 'react';
import { useTranslate } from 'react-admin';
import { diffLines, type DiffPart } from './diff-lines';

const COLOURS: Record<DiffPart['sign'], string | undefined> = {
  ' ': undefined,
  '-': 'color-mix(in srgb, var(--removed) 18%, transparent)',
  '+': 'color-mix(in srgb, var(--added) 18%, transparent)',
};

/** A line diff of two texts. */
export function LineDiff({ before, after }: { before: string; after: string }) {
  const translate = useTranslate();
  const parts = useMemo(() => diffLines(before, after), [before, after]);
  if (before === after) return <Alert severity="info">{translate('panel.history.same')}</Alert>;
  return (
    <>
      <p>{translate('panel.history.differences_help')}</p>
      <Box
        component="pre"
        tabIndex={0}
        role="group"
        aria-label={translate('panel.history.differences')}
        sx={(theme) => ({
          '--removed': theme.palette.error.main,
          '--added': theme.palette.success.main,
          m: 0,
          py: 1,
          overflow: 'auto',
          maxHeight: '55vh',
          border: 1,
          borderColor: 'divider',
          fontSize: '0.8125rem',
        })}
      >
        {parts.map(({ sign, lines }, index) => (
          <Box key={index} component="span" sx={{ display: 'block', px: 1, bgcolor: COLOURS[sign] }}>
            {lines.map((line) => `${sign} ${line}`).join('\n')}
          </Box>
        ))}
      </Box>
    </>
  );
}

import {
  Box,
  Button,
  ButtonBase,
  Skeleton,
  ToggleButton,
  ToggleButtonGroup,
  Typography,
} from '@mui/material';
import { useId, useState } from 'react';
import { useListContext, useLocale, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { useRead } from '../../api/use-read';
import { useIsPhone } from '../../components/use-is-phone';
import { useNow } from '../../components/use-now';
import { useFormatLocale, useFormatTime } from '../../components/use-format-time';
import { messageKey } from '../../i18n/message-key';
import { useApplication } from '../../layout/application-context';
import type { RequestFilter } from './request-path';

type Top = Dto<'RefusalTopDto'>;
type Entry = Dto<'RefusalTopEntryDto'>;

/** The leaderboards, each with the filter field that a click on an entry sets. */
const BOARDS = [
  { by: 'address', source: 'ip' },
  { by: 'name', source: 'exactName' },
  { by: 'device', source: 'deviceId' },
  { by: 'code', source: 'code' },
] as const satisfies { by: Top['by']; source: keyof RequestFilter }[];
type Board = (typeof BOARDS)[number];

const SHORT = 5;
const REFRESH_MS = 30_000;

/** Maximum length of the time for which the API returns leaderboards. */
const LONGEST_MS = 30 * 86_400_000;

/** The addresses, card and user names, devices and refusal codes with the most refused requests of the period. */
export function Leaderboards() {
  const translate = useTranslate();
  const isPhone = useIsPhone();
  const [chosen, choose] = useState<Board['by']>('address');
  const [isLong, setLong] = useState(false);
  const boards = isPhone ? BOARDS.filter(({ by }) => by === chosen) : BOARDS;
  return (
    <Box component="section" aria-label={translate('panel.requests.top')} sx={{ p: 2 }}>
      {isPhone && (
        <ToggleButtonGroup
          size="small"
          exclusive
          fullWidth
          value={chosen}
          onChange={(_, by: Board['by'] | null) => by && choose(by)}
          aria-label={translate('panel.requests.top')}
          sx={{ mb: 1 }}
        >
          {BOARDS.map(({ by }) => (
            <ToggleButton key={by} value={by} sx={{ textTransform: 'none' }}>
              {translate(messageKey(`panel.requests.boards.${by}`))}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
      <Box sx={GRID}>
        {boards.map((board) => (
          <Leaderboard key={board.by} board={board} length={isLong ? undefined : SHORT} hasTitle={!isPhone} />
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, alignItems: 'center', mt: 1 }}>
        <Typography variant="caption" sx={{ color: 'text.secondary', flex: 1, minWidth: 200 }}>
          {translate('panel.requests.recorded_only')}
        </Typography>
        <Button size="small" onClick={() => setLong(!isLong)}>
          {translate(isLong ? 'panel.requests.top_short' : 'panel.requests.top_long')}
        </Button>
      </Box>
    </Box>
  );
}

interface LeaderboardProps {
  board: Board;
  /** Maximum number of entries; `undefined` means all of them. */
  length: number | undefined;
  hasTitle: boolean;
}

function Leaderboard({ board: { by, source }, length, hasTitle }: LeaderboardProps) {
  const translate = useTranslate();
  const id = useId();
  const { filterValues, setFilters, displayedFilters } = useListContext();
  const { data } = useTop(by, filterValues as RequestFilter);
  const title = translate(messageKey(`panel.requests.boards.${by}`));
  const choose = (value: string) => {
    const { [source]: current, ...others } = filterValues;
    const isChosen = String(current) === value;
    const chosen = source === 'code' ? Number(value) : value;
    setFilters(isChosen ? others : { ...others, [source]: chosen }, displayedFilters);
  };
  const most = data?.entries[0]?.count ?? 1;
  return (
    <Box component="section" aria-labelledby={id} sx={{ minWidth: 0 }}>
      <Typography
        id={id}
        component="h2"
        variant="subtitle2"
        sx={hasTitle ? { mb: 0.5 } : { position: 'absolute', clipPath: 'inset(50%)' }}
      >
        {title}
      </Typography>
      <Box component="ol" sx={{ listStyle: 'none', m: 0, p: 0, minHeight: SHORT * ROW_PX }}>
        {!data &&
          Array.from({ length: SHORT }, (_, row) => (
            <li key={row} aria-hidden>
              <Skeleton height={ROW_PX} />
            </li>
          ))}
        {data?.entries.length === 0 && (
          <Typography component="li" variant="body2" sx={{ color: 'text.secondary', py: 1 }}>
            {translate('panel.requests.top_none')}
          </Typography>
        )}
        {data?.entries.slice(0, length).map((entry) => (
          <li key={entry.value}>
            <EntryButton
              entry={entry}
              share={entry.count / most}
              isChosen={String(filterValues[source]) === entry.value}
              onClick={() => choose(entry.value)}
            />
          </li>
        ))}
      </Box>
    </Box>
  );
}

interface EntryButtonProps {
  entry: Entry;
  /** Length of the bar, 0–1. */
  share: number;
  isChosen: boolean;
  onClick: () => void;
}

/** An entry with a bar behind it. A click filters the list by the entry; another click removes the filter. */
function EntryButton({ entry, share, isChosen, onClick }: EntryButtonProps) {
  const translate = useTranslate();
  const locale = useFormatLocale();
  const formatTime = useFormatTime();
  const language = useLocale() === 'zh' ? 'zh' : 'en';
  const words = entry[language];
  const about = translate('panel.requests.entry', {
    names: entry.names.toLocaleString(locale),
    first: formatTime(entry.firstAt),
    last: formatTime(entry.lastAt),
  });
  return (
    <ButtonBase onClick={onClick} aria-pressed={isChosen} title={about} sx={ENTRY}>
      <Box aria-hidden sx={{ ...BAR, width: `${Math.max(2, 100 * share)}%` }} />
      <Box component="span" sx={{ ...CUT, ...(words === null && { fontFamily: 'monospace' }) }}>
        {words === null ? entry.value : `${entry.value} ${words}`}
      </Box>
      <Box component="span" sx={{ position: 'relative', fontVariantNumeric: 'tabular-nums' }}>
        {entry.count.toLocaleString(locale)}
      </Box>
    </ButtonBase>
  );
}

/** Reads a leaderboard for the list's period or time span, or for the last 30 days if it is longer. */
function useTop(by: Top['by'], { period, from, before }: RequestFilter) {
  const application = useApplication();
  const now = useNow(REFRESH_MS);
  const isLong = from == null || (before ?? now) - from > LONGEST_MS;
  const lastDays = before == null ? { period: '30d' } : { before };
  const span = isLong ? lastDays : { from, before };
  const query = Object.entries({ applicationId: application?.id, by, ...(period ? { period } : span) })
    .filter(([, value]) => value != null)
    .map(([key, value]) => [key, String(value)]);
  return useRead<Top>(application && `/refusals/top?${new URLSearchParams(query).toString()}`, REFRESH_MS);
}

const ROW_PX = 32;
const GRID = {
  display: 'grid',
  columnGap: 3,
  rowGap: 1,
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    sm: 'repeat(2, minmax(0, 1fr))',
    lg: 'repeat(4, minmax(0, 1fr))',
  },
};
const ENTRY = {
  position: 'relative',
  display: 'flex',
  width: '100%',
  minHeight: ROW_PX,
  gap: 1,
  px: 1,
  justifyContent: 'space-between',
  borderRadius: 1,
  fontSize: '0.8125rem',
  '&:hover, &:focus-visible': { bgcolor: 'action.hover' },
  '&[aria-pressed=true]': { outline: '1px solid', outlineColor: 'primary.main' },
};
const BAR = {
  position: 'absolute',
  left: 0,
  top: 3,
  bottom: 3,
  borderRadius: 1,
  bgcolor: 'action.selected',
};
const CUT = {
  position: 'relative',
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
};

import { Box, Link as MuiLink, Typography } from '@mui/material';
import { useCreatePath, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { Dto } from '../api/types';
import { messageKey } from '../i18n/message-key';
import { useApplication } from '../layout/application-context';
import { requestsPath } from '../resources/requests/request-path';
import { AnomalySentence } from './anomaly-sentence';
import { StatsCard } from './stats-card';
import { useFormats } from './use-formats';
import { useAnomalyStats, useAttention } from './use-stats';

type Item = Dto<'AttentionItemDto'>;

const DAY_MS = 86_400_000;

/** Webhooks and notifiers only have an edit page. */
const EDITED = new Set<string>(['webhooks', 'notifiers']);

const RESOURCES: Record<Exclude<Item['kind'], 'key_guessing'>, string> = {
  function_fails: 'functions',
  low_stock: 'channels',
  payment_failed: 'channels',
  webhook_fails: 'webhooks',
  notifier_fails: 'notifiers',
};

/** Shows what needs attention now, each item with a link. */
export function AttentionCard({ applicationId }: { applicationId: number }) {
  const translate = useTranslate();
  const { date } = useFormats();
  const { data: found } = useAnomalyStats(applicationId);
  // Anomalies are computed at the end of a day, so the latest are yesterday's.
  const yesterday = dateIn(useApplication()?.timeZone, Date.now() - DAY_MS);
  const anomalies = found?.anomalies.filter(({ day }) => day >= yesterday) ?? [];
  return (
    <StatsCard title="panel.dashboard.attention.title" stats={useAttention(applicationId)} height={12}>
      {({ items }) =>
        items.length + anomalies.length === 0 ? (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {translate('panel.dashboard.attention.none')}
          </Typography>
        ) : (
          <Box
            component="ul"
            tabIndex={0}
            aria-label={translate('panel.dashboard.attention.title')}
            sx={{ listStyle: 'none', p: 0, m: 0, maxHeight: 300, overflow: 'auto' }}
          >
            {items.map((item) => (
              <Typography
                key={`${item.kind} ${item.id} ${item.name}`}
                component="li"
                variant="body2"
                sx={LINE}
              >
                <ItemText item={item} />
              </Typography>
            ))}
            {anomalies.map((anomaly) => (
              <Typography key={anomaly.id} component="li" variant="body2" sx={LINE}>
                {date(anomaly.day)}: <AnomalySentence anomaly={anomaly} />
              </Typography>
            ))}
          </Box>
        )
      }
    </StatsCard>
  );
}

function ItemText({ item: { kind, id, name, count, of, at } }: { item: Item }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { figure, moment } = useFormats();
  const to =
    kind === 'key_guessing'
      ? requestsPath({ ip: name, from: (at ?? 0) - DAY_MS })
      : createPath({
          resource: RESOURCES[kind],
          id: id!,
          type: EDITED.has(RESOURCES[kind]) ? 'edit' : 'show',
        });
  // The count is 0 if the server has disabled the webhook because its receiver is gone.
  const what = kind === 'webhook_fails' && count === 0 ? 'webhook_gone' : kind;
  return (
    <>
      <MuiLink component={Link} to={to} sx={{ fontWeight: 500 }}>
        {name}
      </MuiLink>{' '}
      {translate(messageKey(`panel.dashboard.attention.${what}`), {
        count: figure(count),
        of: of === null ? '' : figure(of),
      })}
      {at !== null && (
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {' '}
          {translate(messageKey(`panel.dashboard.attention.${kind === 'low_stock' ? 'since' : 'last'}`), {
            when: moment(at),
          })}
        </Box>
      )}
    </>
  );
}

/** Returns the date of a moment in a time zone, such as `2026-01-15`. */
function dateIn(timeZone: string | undefined, at: number): string {
  return new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone }).format(at);
}

const LINE = { py: 0.5, overflowWrap: 'anywhere' };

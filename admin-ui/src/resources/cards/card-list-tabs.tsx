import { Tab, Tabs } from '@mui/material';
import type { CSSProperties } from 'react';
import { useListContext, useTranslate } from 'react-admin';
import type { Dto } from '../../api/types';
import { useRead } from '../../api/use-read';
import { useFormatLocale } from '../../components/use-format-time';
import { messageKey } from '../../i18n/message-key';
import { CARD_TABS, type CardTab, countText, tabOf, withoutTab, withTab } from './card-tabs';

const EVERY_MS = 30_000;
const TABS = Object.keys(CARD_TABS) as CardTab[];

/** Keeps room for two digits, so that tabs hardly move when their numbers arrive. */
const COUNT: CSSProperties = {
  display: 'inline-block',
  minWidth: '2ch',
  marginLeft: 2,
  fontWeight: 400,
  fontVariantNumeric: 'tabular-nums',
};

/** The tabs of the list, each with the number of its cards. */
export function CardListTabs() {
  const { filter, filterValues, setFilters, displayedFilters } = useListContext();
  const translate = useTranslate();
  const locale = useFormatLocale();
  const counted = JSON.stringify({ ...withoutTab(filterValues, Date.now()), ...filter });
  const query = new URLSearchParams({ filter: counted });
  const { data } = useRead<Dto<'CardTabsDto'>>(`/cards/counts?${query.toString()}`, EVERY_MS);
  const counts = data?.counts;
  return (
    <Tabs
      value={tabOf(filterValues, Date.now()) ?? false}
      variant="scrollable"
      scrollButtons="auto"
      allowScrollButtonsMobile
      aria-label={translate('panel.cards.tabs.label')}
      onChange={(_, tab: CardTab) => setFilters(withTab(filterValues, tab, Date.now()), displayedFilters)}
      sx={{ borderBottom: 1, borderColor: 'divider', minHeight: 40 }}
    >
      {TABS.map((tab) => (
        <Tab
          key={tab}
          value={tab}
          sx={{ minHeight: 40, py: 1, px: 1.5, minWidth: 0, textTransform: 'none' }}
          label={
            <span>
              {translate(messageKey(`panel.cards.tabs.${tab}`))}{' '}
              <span style={COUNT}>{counts && countText(counts[tab], locale)}</span>
            </span>
          }
        />
      ))}
    </Tabs>
  );
}

import { createTheme, type Theme, ThemeProvider } from '@mui/material';
import { enUS, zhCN } from '@mui/material/locale';
import { type ReactNode, useMemo } from 'react';
import { useLocale, useTranslate } from 'react-admin';
import { PageActions } from '../layout/page-actions';
import { TIME_FORMAT, useTimeZone } from '../components/use-format-time';

/**
 * Localizes MUI, dates and numbers to the selected language, and times to the application's zone; by default,
 * react-admin's fields use the browser's language and zone. Also puts the actions of a page into the page's header, and
 * labels the progress indicators for screen readers, since react-admin does neither.
 */
export function LocalizedTheme({ children }: { children: ReactNode }) {
  const isChinese = useLocale() === 'zh';
  const loading = useTranslate()('ra.page.loading');
  const timeZone = useTimeZone();
  const localize = useMemo(() => localizer(isChinese, loading, timeZone), [isChinese, loading, timeZone]);
  return <ThemeProvider theme={localize}>{children}</ThemeProvider>;
}

function localizer(isChinese: boolean, loading: string, timeZone: string): (theme: Theme) => Theme {
  const defaultProps = { locales: isChinese ? 'zh-CN' : 'en' };
  const ofDates = { ...defaultProps, showTime: true, options: { ...TIME_FORMAT, timeZone } };
  const ofProgress = { defaultProps: { 'aria-label': loading } };
  return (theme) =>
    createTheme(
      {
        ...theme,
        components: {
          ...theme.components,
          RaDateField: { defaultProps: ofDates },
          RaNumberField: { defaultProps },
          RaTopToolbar: { defaultProps: { component: PageActions } },
          MuiCircularProgress: ofProgress,
          MuiLinearProgress: ofProgress,
        },
      },
      isChinese ? zhCN : enUS,
    );
}

import { createTheme, type Theme, ThemeProvider } from '@mui/material';
import { enUS, zhCN } from '@mui/material/locale';
import type { ReactNode } from 'react';
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
  const loading = { defaultProps: { 'aria-label': useTranslate()('ra.page.loading') } };
  const defaultProps = { locales: isChinese ? 'zh-CN' : 'en' };
  const ofDates = { ...defaultProps, options: { ...TIME_FORMAT, timeZone: useTimeZone() } };
  const localize = (theme: Theme) =>
    createTheme(
      {
        ...theme,
        components: {
          ...theme.components,
          RaDateField: { defaultProps: ofDates },
          RaNumberField: { defaultProps },
          RaTopToolbar: { defaultProps: { component: PageActions } },
          MuiCircularProgress: loading,
          MuiLinearProgress: loading,
        },
      },
      isChinese ? zhCN : enUS,
    );
  return <ThemeProvider theme={localize}>{children}</ThemeProvider>;
}

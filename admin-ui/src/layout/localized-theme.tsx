import { createTheme, type Theme, ThemeProvider } from '@mui/material';
import { enUS, zhCN } from '@mui/material/locale';
import type { ReactNode } from 'react';
import { useLocale } from 'react-admin';

/**
 * Localizes MUI, dates and numbers to the selected language. By default react-admin's fields use the browser's
 * language.
 */
export function LocalizedTheme({ children }: { children: ReactNode }) {
  const isChinese = useLocale() === 'zh';
  const defaultProps = { locales: isChinese ? 'zh-CN' : 'en' };
  const localize = (theme: Theme) =>
    createTheme(
      {
        ...theme,
        components: { ...theme.components, RaDateField: { defaultProps }, RaNumberField: { defaultProps } },
      },
      isChinese ? zhCN : enUS,
    );
  return <ThemeProvider theme={localize}>{children}</ThemeProvider>;
}

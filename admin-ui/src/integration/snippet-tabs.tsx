import { Alert, Box, FormControlLabel, Skeleton, Switch, Tab, Tabs } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore, useTranslate } from 'react-admin';
import { PLACEHOLDERS } from '../../../sdks/first-login';
import type { Application } from '../api/types';
import { CodeBlock } from '../components/code-block';
import { highlight } from './highlight';
import { SdkSetup } from './sdk-setup';
import { LANGUAGES, type Snippet, type SnippetValues } from './snippets';

interface SnippetTabsProps {
  application: Application;
  secret: string | undefined;
  /** May be empty. */
  card: string;
  /** Adds buttons below the program. */
  actions?: (snippet: Snippet, valuesWithoutSecret: SnippetValues) => ReactNode;
}

/** A program in each language, with the values of an application filled in. */
export function SnippetTabs({ application, secret, card, actions }: SnippetTabsProps) {
  const translate = useTranslate();
  const [chosen, setLanguage] = useStore<string>('integration.language', LANGUAGES[0]!.id);
  const [isWithoutSdk, setWithoutSdk] = useStore('integration.withoutSdk', false);
  const language = LANGUAGES.find(({ id }) => id === chosen) ?? LANGUAGES[0]!;
  const { withSdk, withoutSdk } = language;
  const snippet = ((isWithoutSdk && withoutSdk) || (withSdk ?? withoutSdk))!;
  const values = valuesOf(application, secret, card);
  return (
    <>
      <Tabs
        value={language.id}
        onChange={(_, next: string) => setLanguage(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={translate('panel.integration.language')}
      >
        {LANGUAGES.map(({ id, name }) => (
          <Tab key={id} value={id} label={name} id={`snippet-tab-${id}`} sx={{ textTransform: 'none' }} />
        ))}
      </Tabs>
      {withSdk && withoutSdk && (
        <FormControlLabel
          control={
            <Switch size="small" checked={isWithoutSdk} onChange={(_, checked) => setWithoutSdk(checked)} />
          }
          label={translate('panel.integration.without_sdk')}
          slotProps={{ typography: { variant: 'body2', color: 'textSecondary' } }}
          sx={{ mt: 1, ml: -0.5 }}
        />
      )}
      {snippet.signModes && !snippet.signModes.includes(application.signMode) ? (
        <Alert severity="info" sx={{ mt: 1 }}>
          {translate('panel.integration.other_sign_mode', { language: snippet.name })}
        </Alert>
      ) : (
        <>
          {snippet.readsVariable && (
            <Alert severity="info" sx={{ mt: 1 }}>
              {translate('panel.integration.reads_variable', { variable: snippet.readsVariable })}
            </Alert>
          )}
          {snippet.sdk ? (
            <SdkSetup sdk={snippet.sdk} server={values.server} fileName={snippet.fileName}>
              <Program snippet={snippet} values={values} />
            </SdkSetup>
          ) : (
            <Program snippet={snippet} values={values} />
          )}
          <Box sx={{ mt: 1 }}>{actions?.(snippet, { ...values, appSecret: PLACEHOLDERS.appSecret })}</Box>
        </>
      )}
    </>
  );
}

/** Programs are loaded when they are selected. */
function Program({ snippet, values }: { snippet: Snippet; values: SnippetValues }) {
  const { data: text } = useQuery({
    queryKey: ['snippet', snippet.fileName, values],
    queryFn: () => snippet.write(values),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (text === undefined) return <Skeleton variant="rounded" height={400} sx={{ mt: 1 }} />;
  return (
    <CodeBlock label={snippet.fileName} text={text}>
      {highlight(text, snippet.id).map(({ kind, text: part }, index) => (
        <Box key={index} component="span" sx={LOOKS[kind]}>
          {part}
        </Box>
      ))}
    </CodeBlock>
  );
}

function valuesOf(
  { appKey, keyId, publicKey, responseSignature, signMode }: Application,
  secret: string | undefined,
  card: string,
): SnippetValues {
  return {
    server: window.location.origin,
    appKey,
    signMode,
    key: responseSignature === 'ed25519' && keyId && publicKey ? { keyId, publicKey } : undefined,
    appSecret: secret ?? PLACEHOLDERS.appSecret,
    card: literal(card) || PLACEHOLDERS.card,
  };
}

/** Removes characters that would break a string literal. */
function literal(card: string): string {
  return card.trim().replaceAll(/['"\\$`]/g, '');
}

const LOOKS = {
  plain: {},
  comment: { color: 'text.secondary', fontStyle: 'italic' },
  string: { color: 'success.main' },
  keyword: { color: 'primary.main' },
};

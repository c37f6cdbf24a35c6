import { Alert, Box, Skeleton, Tab, Tabs } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useStore, useTranslate } from 'react-admin';
import type { Application } from '../api/types';
import { CodeBlock } from '../components/code-block';
import { type Snippet, SNIPPETS, type SnippetValues } from './snippets';
import { highlight } from './highlight';

const SECRET_PLACEHOLDER = 'YOUR_APP_SECRET';
const CARD_PLACEHOLDER = 'YOUR_CARD';

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
  const [language, setLanguage] = useStore<string>('integration.language', SNIPPETS[0]!.id);
  const snippet = SNIPPETS.find(({ id }) => id === language) ?? SNIPPETS[0]!;
  const values = valuesOf(application, secret, card);
  return (
    <>
      <Tabs
        value={snippet.id}
        onChange={(_, next: string) => setLanguage(next)}
        variant="scrollable"
        allowScrollButtonsMobile
        aria-label={translate('panel.integration.language')}
      >
        {SNIPPETS.map(({ id, name }) => (
          <Tab key={id} value={id} label={name} id={`snippet-tab-${id}`} sx={{ textTransform: 'none' }} />
        ))}
      </Tabs>
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
          <Program snippet={snippet} values={values} />
          <Box sx={{ mt: 1 }}>{actions?.(snippet, { ...values, appSecret: SECRET_PLACEHOLDER })}</Box>
        </>
      )}
    </>
  );
}

/** Programs of the quick start are loaded when they are selected. */
function Program({ snippet, values }: { snippet: Snippet; values: SnippetValues }) {
  const { data: text } = useQuery({
    queryKey: ['snippet', snippet.id, values],
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
    appSecret: secret ?? SECRET_PLACEHOLDER,
    card: literal(card) || CARD_PLACEHOLDER,
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

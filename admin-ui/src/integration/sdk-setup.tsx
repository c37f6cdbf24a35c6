import { Link, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { CodeBlock } from '../components/code-block';
import type { SnippetSdk } from './snippets';

interface SdkSetupProps {
  sdk: SnippetSdk;
  server: string;
  /** Name of the program's file. */
  fileName: string;
  /** The program. */
  children: ReactNode;
}

/** The steps to a running program: install the SDK, save the program, run it. */
export function SdkSetup({ sdk, server, fileName, children }: SdkSetupProps) {
  const translate = useTranslate();
  return (
    <>
      <Step>
        {translate('panel.integration.install_sdk', { needs: sdk.needs })}{' '}
        <Link href={sdk.archive} download>
          {translate('panel.integration.download_sdk')}
        </Link>
      </Step>
      <CodeBlock label={translate('panel.integration.install')} text={sdk.install(server)} />
      <Step>{translate('panel.integration.save_program', { file: fileName })}</Step>
      {children}
      <Step>{translate('panel.integration.run_program')}</Step>
      <CodeBlock label={translate('panel.integration.run')} text={sdk.run} />
    </>
  );
}

function Step({ children }: { children: ReactNode }) {
  return (
    <Typography variant="body2" sx={{ mt: 2 }}>
      {children}
    </Typography>
  );
}

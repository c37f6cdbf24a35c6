import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor';

const CodeEditor = lazy(() => import('./code-editor'));

/** The editor is large and few need it, so that it is fetched when it is shown. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

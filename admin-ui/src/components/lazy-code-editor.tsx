import { Skeleton } from '@mui/material';
import { lazy, Suspense } from 'react';
import type { CodeEditorProps } from './code-editor';

const CodeEditor = lazy(() => import('./code-editor'));

/** Loads the editor on demand: it is large and few pages use it. */
export function LazyCodeEditor(props: CodeEditorProps) {
  return (
    <Suspense fallback={<Skeleton variant="rectangular" height={320} />}>
      <CodeEditor {...props} />
    </Suspense>
  );
}

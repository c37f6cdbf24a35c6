import { Box } from '@mui/material';
import { type ComponentType, lazy, Suspense } from 'react';
import { Loading } from 'react-admin';
import { loadPart } from './load-part';

/**
 * Loads a page when it is first opened. Only the page itself is suspended, not its parents: React would discard the
 * parents' first render, while their queries would still use functions of that render.
 * @param name the component's name in the module
 */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  const Page = lazy<ComponentType<Props>>(async () => ({ default: (await loadPart(name, load))[name] }));
  return function LazyPage(props: Props) {
    return (
      <Suspense fallback={<PageLoading />}>
        <Page {...props} />
      </Suspense>
    );
  };
}

function PageLoading() {
  return (
    <Box aria-busy="true">
      <Loading />
    </Box>
  );
}

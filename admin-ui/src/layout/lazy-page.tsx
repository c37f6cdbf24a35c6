import { Box } from '@mui/material';
import { type ComponentType, useEffect, useState } from 'react';
import { Loading } from 'react-admin';
import { loadPart } from './load-part';

/**
 * Loads a page when it is first opened. React's `lazy` is not used because `Suspense` shows its fallback for at least
 * 300 ms, even if the page is in the browser's cache.
 * @param name the component's name in the module
 */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  let loaded: ComponentType<Props> | undefined;
  return function LazyPage(props: Props) {
    const [Page, setPage] = useState(() => loaded);
    const [error, setError] = useState<Error>();
    useEffect(() => {
      if (Page) return;
      loadPart(name, load).then((part) => {
        loaded = part[name];
        setPage(() => part[name]);
      }, setError);
    }, [Page]);
    // The nearest error boundary shows it.
    if (error) throw error;
    return Page ? <Page {...props} /> : <PageLoading />;
  };
}

function PageLoading() {
  return (
    <Box aria-busy="true">
      <Loading />
    </Box>
  );
}

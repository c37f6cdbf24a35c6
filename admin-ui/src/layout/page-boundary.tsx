import { type ErrorInfo, type ReactNode, useState } from 'react';
import { Error as ErrorPage } from 'react-admin';
import { ErrorBoundary } from 'react-error-boundary';

/** Shows an error of a page instead of the page, so that the menu stays usable. */
export function PageBoundary({ children }: { children: ReactNode }) {
  const [errorInfo, setErrorInfo] = useState<ErrorInfo>();
  return (
    <ErrorBoundary
      onError={(_, info) => setErrorInfo(info)}
      fallbackRender={({ error, resetErrorBoundary }) => (
        <ErrorPage error={error} errorInfo={errorInfo} resetErrorBoundary={resetErrorBoundary} />
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

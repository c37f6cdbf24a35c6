import { Component, type ErrorInfo, type ReactNode } from 'react';
import { Error as ErrorPage } from 'react-admin';

interface State {
  error?: Error;
  errorInfo?: ErrorInfo;
}

/** Shows an error of a page in the place of the page, so that the menu stays usable. */
export class PageBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(_: Error, errorInfo: ErrorInfo): void {
    this.setState({ errorInfo });
  }

  override render(): ReactNode {
    const { error, errorInfo } = this.state;
    if (!error) return this.props.children;
    const reset = () => this.setState({ error: undefined, errorInfo: undefined });
    return <ErrorPage error={error} errorInfo={errorInfo} resetErrorBoundary={reset} />;
  }
}

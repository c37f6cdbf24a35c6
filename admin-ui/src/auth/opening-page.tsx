import { useSyncExternalStore } from 'react';
import { LoadingPage } from 'react-admin';
import { openingProblem } from './opening-problem';

/** Shown until the panel knows who is signed in. States the reason if that takes long. */
export function OpeningPage() {
  const reason = useSyncExternalStore(openingProblem.subscribe, openingProblem.get);
  if (reason === undefined) return <LoadingPage />;
  return <LoadingPage loadingPrimary="panel.connection.not_opened" loadingSecondary={reason} />;
}

import { Connection, isFromProxy } from './connection';

/** Monitors whether the server answers the panel. */
export const connection = new Connection(async () => {
  const answer = await fetch('/health/live', { cache: 'no-store' }).catch(() => undefined);
  return answer !== undefined && !isFromProxy(answer.status, undefined);
});

window.addEventListener('offline', () => connection.interrupt());
window.addEventListener('online', () => void connection.retryNow());

import { EventDispatcher } from '@app/events';
import { MessageWorker } from '@app/notifiers';
import type { AdminClient } from './admin-client.js';
import type { TestServer } from './test-server.js';

export interface NotifierRecord {
  id: number;
  rowVersion: number;
  enabled: boolean;
  applicationIds: number[];
  tokenHint: string | null;
  signed: boolean;
  lastSent: boolean | null;
  lastAnswer: string | null;
}

/** A message as the admin API lists it. */
export interface MessageRecord {
  id: number;
  type: string | null;
  digestDay: string | null;
  status: string;
  summarized: boolean;
  attempts: number;
  nextAt: number | null;
  lastAnswer: string | null;
}

let count = 0;

/** Creates a notifier of Bark, whose requests are plain, for all types of events of all applications. */
export async function createNotifier(
  admin: AdminClient,
  address: string | null,
  fields: Record<string, unknown> = {},
): Promise<NotifierRecord> {
  const values = { name: `Notifier ${++count}`, kind: 'bark', token: 'device-key', address, ...fields };
  const { status, body, text } = await admin.post<NotifierRecord>('/notifiers', values);
  if (status !== 201) throw new Error(`The notifier was refused: ${text}`);
  return body;
}

/** Sends all messages that are due now, and waits for the answers. */
export async function sendMessages(server: TestServer): Promise<void> {
  await server.get(EventDispatcher).run();
  await server.get(MessageWorker).run();
  await server.get(MessageWorker).settled();
}

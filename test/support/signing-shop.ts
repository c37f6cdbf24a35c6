import type { Channel, ChannelProduct, SigningKind } from '@app/database';
import { CardApplication, type CardApplicationFile } from './card-application.js';
import type { TestServer } from './test-server.js';

/** A separate application with a channel whose protocol signs its requests. */
export interface SigningShop {
  readonly app: CardApplication;
  readonly channel: Channel;
  readonly id: string;
  readonly key: string;
}

/** @param products by the name of their card type */
export async function createSigningShop(
  server: TestServer,
  kind: SigningKind,
  products?: Record<string, Partial<ChannelProduct>>,
  settings: Partial<Channel> = {},
  file: CardApplicationFile = {},
): Promise<SigningShop> {
  const app = await CardApplication.create(server, { cards: [], ...file });
  const { channel, key } = await app.createChannel(products, { ...settings, kind });
  return { app, channel, id: channel.keyHint, key };
}

import type { PanelDataProvider } from '../api/data-provider';
import type { Application, Dto } from '../api/types';

/** Returns an example login with a common mistake: an empty value is left unsigned. */
export async function exampleRequest(
  dataProvider: PanelDataProvider,
  { id, appKey }: Application,
): Promise<string> {
  const signed = {
    app_key: appKey,
    card: 'VIP-7K2M-Q9XD',
    device_id: 'PC-01',
    nonce: randomHex(16),
    timestamp: String(Math.floor(Date.now() / 1000)),
  };
  const body = { applicationId: id, parameters: signed };
  const { expectedSign } = await dataProvider.act<Dto<'SignatureCheckDto'>>('/signature-check', body);
  return new URLSearchParams({ ...signed, version: '', sign: expectedSign }).toString();
}

/** Returns random hexadecimal digits; unlike `crypto.randomUUID` it works without HTTPS. */
function randomHex(bytes: number): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

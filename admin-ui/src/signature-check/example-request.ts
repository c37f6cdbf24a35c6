import { randomHex } from '../components/values';
import type { PanelDataProvider } from '../api/data-provider';
import type { Application, Dto } from '../api/types';

/** Method and path of the example. */
export const EXAMPLE_METHOD = 'POST';
export const EXAMPLE_PATH = '/api/client/v1/card/login';

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
  const body = { applicationId: id, parameters: signed, method: EXAMPLE_METHOD, path: EXAMPLE_PATH };
  const { expectedSign } = await dataProvider.act<Dto<'SignatureCheckDto'>>('/signature-check', body);
  return new URLSearchParams({ ...signed, version: '', sign: expectedSign }).toString();
}

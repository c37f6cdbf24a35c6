import { LOWERCASE_ALPHANUMERIC, randomText } from '@app/platform';

/** The names used by one run of the demo, unique so that runs do not collide. */
export interface DemoNames {
  card: string;
  /** Card that the registration consumes. */
  userCard: string;
  username: string;
  dataKey: string;
  /** Device that has not used a trial. */
  trialDevice: string;
}

export const DEMO_APPLICATION = 'Latchkey demo';

export function demoNames(): DemoNames {
  const run = randomText(8, LOWERCASE_ALPHANUMERIC);
  return {
    card: `DEMO-CARD-${run}`,
    userCard: `DEMO-USER-${run}`,
    username: `demo-${run}`,
    dataKey: `demo-${run}`,
    trialDevice: `demo-${run}`,
  };
}

/** Returns the file that the demo applies: an application with one record of each kind. */
export function demoFile({ card, userCard }: DemoNames) {
  return {
    applications: [
      {
        name: DEMO_APPLICATION,
        sign_mode: 'md5',
        response_signature: 'ed25519',
        compat: 'paojiaoyun',
        config: '{"theme":"dark"}',
        trial: 'once',
        notice: 'Welcome to the demo',
        card_types: [
          {
            name: 'Demo month',
            duration: { unit: 'months', amount: 1 },
            uses: 1000,
            features: { tips: true, seats: 3 },
            offline_hours: 24,
          },
        ],
        cards: [
          { card, card_type: 'Demo month', config: '{"greeting":"hello"}' },
          { card: userCard, card_type: 'Demo month' },
        ],
        variables: [
          { key: 'motd', value: 'Have a nice day', check: 'md5' },
          { key: 'tips', value: 'Read the manual', require_feature: 'tips' },
        ],
        functions: [{ name: 'add', source: 'function add(a, b) { return a + b; }' }],
        versions: [{ version: 'v1.1.0', url: 'https://example.com/demo-1.1.0.zip', notice: 'Faster' }],
      },
    ],
  };
}

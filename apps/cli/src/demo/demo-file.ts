import { LOWERCASE_ALPHANUMERIC, randomText } from '@app/platform';

/** What one run of the demo works with; each has its own, so that no run finds what an earlier one left. */
export interface DemoNames {
  card: string;
  /** Spent on the registration. */
  userCard: string;
  username: string;
  dataKey: string;
}

export const DEMO_APPLICATION = 'Latchkey demo';

export function demoNames(): DemoNames {
  const run = randomText(8, LOWERCASE_ALPHANUMERIC);
  return {
    card: `DEMO-CARD-${run}`,
    userCard: `DEMO-USER-${run}`,
    username: `demo-${run}`,
    dataKey: `demo-${run}`,
  };
}

/** The file that the demo applies: an application with one of each. */
export function demoFile({ card, userCard }: DemoNames) {
  return {
    applications: [
      {
        name: DEMO_APPLICATION,
        sign_mode: 'md5',
        config: '{"theme":"dark"}',
        notice: 'Welcome to the demo',
        card_types: [{ name: 'Demo month', duration: { unit: 'months', amount: 1 } }],
        cards: [
          { card, card_type: 'Demo month', config: '{"greeting":"hello"}' },
          { card: userCard, card_type: 'Demo month' },
        ],
        variables: [{ key: 'motd', value: 'Have a nice day', check: 'md5' }],
        functions: [{ name: 'add', source: 'function add(a, b) { return a + b; }' }],
        versions: [{ version: 'v1.1.0', url: 'https://example.com/demo-1.1.0.zip', notice: 'Faster' }],
      },
    ],
  };
}

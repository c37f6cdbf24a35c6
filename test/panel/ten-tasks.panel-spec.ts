import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { type Card, DayFigures, DayIncome } from '@app/database';
import { addDays, dateAt } from '@app/figures';
import { SystemClock } from '@app/platform';
import { OWNER } from '../support/admin-client.js';
import { CountedSteps } from '../support/counted-steps.js';
import { PanelApplication } from '../support/panel-application.js';
import { SIGN_IN_PAGE, type Visitor } from '../support/panel-browser.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';
import { zoneAtNoon } from '../support/zone-at-noon.js';

/*
 * The ten tasks of a seller, in steps: clicks, keys, pastes and texts typed into a field. Each task is done in a
 * real browser, which also counts the steps.
 */

const DAY_MS = 86_400_000;
const ZONE = zoneAtNoon();
const suite = new PanelSuite();
const table: Record<string, object> = {};

/** The controls of all tasks. */
const controls = (page: Page) => {
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  return {
    menu: (name: string) => page.getByRole('menuitem', { name, exact: true }),
    search: page.getByRole('combobox', { name: 'Search' }),
    generate: page.getByRole('link', { name: 'Generate' }),
    startGenerating: button('Generate'),
    copyCards: button(/^Copy \d+ cards$/),
    create: button('Create'),
    copyProgram: page
      .getByRole('group', { name: /\w\.\w+$/ })
      .locator('xpath=..')
      .getByRole('button', { name: 'Copy' }),
    freeze: button('Freeze'),
    reason: dialog.getByLabel('Reason (optional)'),
    addFilter: button('Add filter'),
    batchFilter: page.getByRole('menuitem', { name: 'Batch', exact: true }),
    batch: page.getByRole('textbox', { name: 'Batch', exact: true }),
    allRows: page.getByRole('columnheader').getByRole('checkbox'),
    rows: page.locator('tbody tr'),
    addTime: button('Add time'),
    confirmAddTime: dialog.getByRole('button', { name: 'Add', exact: true }),
    addresses: page.getByRole('region', { name: 'Addresses', exact: true }).getByRole('button'),
    rollBack: button('Roll back'),
    restore: button('Restore'),
    confirm: button('Confirm'),
    publish: button('Publish'),
    confirmPublish: dialog.getByRole('button', { name: 'Publish', exact: true }),
  };
};
type Controls = ReturnType<typeof controls>;

interface Task {
  visitor: Visitor;
  /** Does the task, and waits until its result is visible. */
  act: (steps: CountedSteps, controls: Controls) => Promise<unknown>;
  /** Checks what the task has changed. */
  check?: () => Promise<unknown>;
}

/** Does a task and checks the number of steps. */
async function expectSteps(name: string, most: number, prepare: () => Promise<Task>) {
  const { visitor, act, check } = await prepare();
  const counted = await CountedSteps.on(visitor);
  await act(counted, controls(visitor.page));
  const { clicks, keys, pastes, texts, total, ms } = await counted.finish();
  await check?.();
  table[name] = { clicks, keys, pastes, texts, most, ms: Math.round(ms) };
  expect(total).toBeLessThanOrEqual(most);
}

afterAll(() => {
  const lines = Object.entries(table).map(
    ([name, counts]) => `| ${[name, ...Object.values(counts)].join(' | ')} |`,
  );
  const head = '| task | clicks | keys | pastes | texts | at most | ms |\n|---|---|---|---|---|---|---|';
  process.stdout.write(`${[head, ...lines].join('\n')}\n`);
});

test('from the first sign-in to the first accepted login of a client', () =>
  expectSteps('first login', 9, async () => {
    await removeApplications();
    const visitor = await suite.visit();
    const { page } = visitor;
    const act = async (steps: CountedSteps, { create, copyProgram }: Controls) => {
      await steps.type(OWNER.email, visitor.field(SIGN_IN_PAGE.en.email));
      await steps.type(OWNER.password, visitor.field(SIGN_IN_PAGE.en.password));
      await steps.press('Enter');
      await steps.type('Photo Editor', visitor.field('Name of your software'));
      await steps.click(create);
      await page.getByText('Run this example').waitFor();
      await steps.click(copyProgram);
      const [application] = (await suite.api.list<{ id: number }>('/applications')).body;
      const [card] = (await suite.api.list<Card>('/cards', { sort: ['id', 'ASC'] })).body;
      const program = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(program).toContain(card!.card);
      const client = await PanelApplication.existing(suite.api, application!.id);
      expect(await client.login(card!.card, 'PC-1')).toMatchObject({ code: 0 });
      await page.getByText('A client has logged in').waitFor();
    };
    return { visitor, act };
  }));

/** Removes all applications, so that the panel is as on its first day. */
async function removeApplications(): Promise<void> {
  const { body } = await suite.api.list<{ id: number; rowVersion: number }>('/applications');
  for (const { id, rowVersion } of body) {
    await suite.api.patch(`/applications/${id}`, { enabled: false, rowVersion });
    expect(await suite.api.delete(`/applications/${id}`)).toMatchObject({ status: 200 });
  }
}

describe('in a shop', () => {
  let shop: PanelApplication;
  let typeId: number;

  beforeAll(async () => {
    await removeApplications();
    shop = await PanelApplication.create(suite.api, 'Photo Editor', {
      cardTemplate: 'Key: {card} ({duration})',
      timeZone: ZONE,
    });
    typeId = (await shop.add('card-types', { name: 'Month', durationUnit: 'days', durationAmount: 30 })).id;
    await shop.generate(typeId, 50, { batch: 'Stock' });
  });

  async function addIncomeOfYesterday(): Promise<void> {
    const now = new SystemClock().now();
    const today = dateAt(now, ZONE);
    const midnight = Temporal.PlainDate.from(today).toZonedDateTime(ZONE).epochMilliseconds;
    const day = { applicationId: shop.id, day: addDays(today, -1) };
    await suite.withDatabase(async ({ manager }) => {
      await manager.insert(DayFigures, {
        ...day,
        startsAt: midnight - DAY_MS,
        endsAt: midnight,
        activations: 4,
        refusals: 0,
        trials: 0,
        trialConversions: 0,
        expired: 0,
        renewed: 0,
        activeCards: 4,
        activeUsers: 0,
        monthActiveCards: 4,
        monthActiveUsers: 0,
      });
      const sales = {
        cardTypeId: typeId,
        channelId: 0,
        currency: 'CNY',
        orders: 4,
        cards: 4,
        income: 12_000,
      };
      await manager.insert(DayIncome, { ...day, ...sales, refunds: 0, refunded: 0 });
    });
  }

  const cards = async (filter: object) =>
    (await suite.api.list<Card>('/cards', { filter: { applicationId: shop.id, ...filter }, range: [0, 999] }))
      .body;

  /** Generates the only card of a batch. */
  async function newCard(batch: string): Promise<Card> {
    await shop.generate(typeId, 1, { batch });
    const [row] = await cards({ batch });
    return row!;
  }

  async function ownerAt(path: string): Promise<Visitor> {
    const owner = await suite.owner();
    await owner.open(path);
    return owner;
  }

  test.each([
    ['a card by four letters of its end', (card: string) => card.slice(-4).toLowerCase()],
    ['a card by a sentence from a chat', (card: string) => `你好 我的卡密 ${card.toLowerCase()} 登不上了`],
  ])('%s: one paste and two keys', (name, textOf) =>
    expectSteps(name, 3, async () => {
      const { id, card } = await newCard(name);
      const visitor = await ownerAt('/');
      const act = async (steps: CountedSteps, { search }: Controls) => {
        await steps.press('Control+k');
        await steps.paste(textOf(card), search);
        await steps.press('Enter');
        await visitor.page.waitForURL(({ hash }) => hash === `#/cards/${id}/show`);
        await visitor.page.getByText('A login would succeed.').waitFor();
      };
      return { visitor, act };
    }),
  );

  test('why a device is refused', () =>
    expectSteps('why a device is refused', 3, async () => {
      const { card } = await newCard('Refused');
      await shop.login(card, 'PC-1');
      expect(await shop.login(card, 'PC-2')).toMatchObject({ code: 10217 });
      const visitor = await ownerAt('/');
      const act = async (steps: CountedSteps, { search }: Controls) => {
        await steps.press('Control+k');
        await steps.paste(card, search);
        await steps.press('Enter');
        await visitor.page.getByText('a device other than PC-2 is bound:').waitFor();
      };
      return { visitor, act };
    }));

  test('500 cards out by template', () =>
    expectSteps('500 cards out by template', 4, async () => {
      const before = new Set((await allCards()).map(({ card }) => card));
      const visitor = await ownerAt('/cards');
      const { page } = visitor;
      const act = async (steps: CountedSteps, { generate, startGenerating, copyCards }: Controls) => {
        await steps.click(generate);
        await steps.type('500', visitor.field('Quantity'));
        await steps.click(startGenerating);
        await steps.click(copyCards);
        await page.getByText('Copied 500 cards').waitFor();
      };
      const check = async () => {
        const copied = (await page.evaluate<string>('navigator.clipboard.readText()')).split('\n');
        const made = (await allCards()).filter(({ card }) => !before.has(card));
        expect(made).toHaveLength(500);
        expect(copied.toSorted()).toEqual(made.map(({ card }) => `Key: ${card} (30 days)`).toSorted());
      };
      return { visitor, act, check };
    }));

  /** Returns all cards, in as many pages as needed. */
  async function allCards(): Promise<Card[]> {
    const rows: Card[] = [];
    for (let from = 0; ; from += 1000) {
      const filter = { applicationId: shop.id };
      const { body } = await suite.api.list<Card>('/cards', { filter, range: [from, from + 999] });
      rows.push(...body);
      if (body.length < 1000) return rows;
    }
  }

  test('a card is frozen with a reason', () =>
    expectSteps('freeze with a reason', 3, async () => {
      const { id, card } = await newCard('Frozen');
      const visitor = await ownerAt(`/cards/${id}/show`);
      const act = async (steps: CountedSteps, { freeze, reason }: Controls) => {
        await steps.click(freeze);
        await steps.typeAtFocus('shared online', reason);
        await steps.press('Enter');
        await visitor.page.getByText('Reason: shared online').first().waitFor();
      };
      const check = async () => expect(await cards({ card })).toMatchObject([{ frozen: true }]);
      return { visitor, act, check };
    }));

  test('who sends most refused requests', () =>
    expectSteps('who hammers us', 2, async () => {
      for (let i = 0; i < 5; i++) await shop.login(`NO-SUCH-CARD-${i}`, 'PC-9');
      await eventually(async () => {
        const filter = { applicationId: shop.id, code: 10218 };
        return (await suite.api.list('/refusals', { filter })).body.length >= 5 || undefined;
      });
      const visitor = await ownerAt('/');
      const act = async (steps: CountedSteps, { menu, addresses }: Controls) => {
        await steps.click(menu('Requests'));
        await addresses.getByText('127.0.0.1').waitFor();
      };
      return { visitor, act };
    }));

  test('the 12 cards of a batch get another week', () =>
    expectSteps('a week for the 12 cards of a batch', 6, async () => {
      const batch = 'Spring sale';
      await shop.generate(typeId, 12, { batch });
      for (const { card } of await cards({ batch })) await shop.login(card, 'PC');
      const before = new Map((await cards({ batch })).map(({ id, expiresAt }) => [id, expiresAt]));
      expect(before.size).toBe(12);
      const visitor = await ownerAt('/cards');
      const act = async (steps: CountedSteps, at: Controls) => {
        await steps.click(at.addFilter);
        await steps.click(at.batchFilter);
        await steps.type(batch, at.batch);
        await eventually(async () => (await at.rows.count()) === 12 || undefined);
        await steps.click(at.allRows);
        await steps.click(at.addTime);
        await steps.click(at.confirmAddTime);
        await visitor.page.getByText('12 cards changed').waitFor();
      };
      const check = async () => {
        for (const { id, expiresAt } of await cards({ batch }))
          expect(expiresAt! - before.get(id)!).toBe(7 * DAY_MS);
      };
      return { visitor, act, check };
    }));

  test('a function is rolled back', () =>
    expectSteps('roll a function back', 3, async () => {
      const name = 'add';
      const { id, rowVersion } = await shop.add('functions', {
        name,
        source: `function ${name}() { return 1 }`,
      });
      const broken = { source: `function ${name}() { return "broken" }`, rowVersion };
      expect(await suite.api.patch(`/functions/${id}`, broken)).toMatchObject({ status: 200 });
      const visitor = await ownerAt(`/functions?filter=${JSON.stringify({ name })}`);
      const { page } = visitor;
      const act = async (steps: CountedSteps, { rollBack, restore, confirm }: Controls) => {
        await steps.click(rollBack.first());
        await page.getByRole('dialog').getByText('broken').waitFor();
        await steps.click(restore);
        await steps.click(confirm);
        await page.getByText('Version 1 restored').waitFor();
      };
      const check = async () => {
        const { body } = await suite.api.get<{ source: string }>(`/functions/${id}`);
        expect(body.source).toContain('return 1');
        await suite.api.delete(`/functions/${id}`);
      };
      return { visitor, act, check };
    }));

  test('a version is published', () =>
    expectSteps('publish a version', 3, async () => {
      const version = '1.0';
      await shop.add('versions', { version, url: 'https://example.com', forced: true, released: false });
      const visitor = await ownerAt('/versions');
      const act = async (steps: CountedSteps, { publish, confirmPublish }: Controls) => {
        await steps.click(publish);
        await steps.click(confirmPublish);
        await visitor.page.getByText(`Version ${version} published`).waitFor();
      };
      const check = async () => {
        const { result } = await shop.client.get('/software/version/latest', { version: '0.1' });
        expect(result).toMatchObject({ version });
      };
      return { visitor, act, check };
    }));

  test('the income of yesterday is on the first page', async () => {
    await addIncomeOfYesterday();
    await expectSteps('the income of yesterday', 0, async () => {
      const visitor = await ownerAt('/account');
      const act = async () => {
        await visitor.page.evaluate("location.hash = '#/'");
        await visitor.page.getByText('Yesterday: CN¥120.00').waitFor();
      };
      return { visitor, act };
    });
  });
});

test('a step that nobody counts is noticed', async () => {
  const owner = await suite.owner();
  const steps = await CountedSteps.on(owner);
  await owner.page.getByRole('menuitem', { name: 'Cards', exact: true }).click();
  await expect(steps.finish()).rejects.toThrow('"clicks":1');
});

import { beforeAll, expect, test } from '@jest/globals';
import type { PanelApplication } from '../support/panel-application.js';
import type { Visitor } from '../support/panel-browser.js';
import { openShop } from '../support/panel-shop.js';
import { PanelSuite } from '../support/panel-suite.js';
import { eventually } from '../support/server-process.js';

const suite = new PanelSuite();
let shop: PanelApplication;

beforeAll(async () => {
  shop = await openShop(suite.api);
});

const SEEN_BY_A_VIEWER = [
  '/cards',
  '/cards/2/show',
  '/card-types',
  '/users',
  '/users/1/show',
  '/sessions',
  '/devices',
  '/blocks',
  '/variables',
  '/functions',
  '/functions/1/show',
  '/versions',
  '/applications',
  '/applications/1/show',
];
const CHANGES =
  /^(Create|Edit|Delete|Save|Generate|Import|Freeze|Unfreeze|Add time|Kick|Kick everyone|Unbind|Unbind all|Reset to unused|Disable|Enable|New password|Reveal secret|Rotate secret|Invalidate old secret|Rotate key|Restore|Run|More actions)$/;

test('a viewer sees no action that changes anything', async () => {
  const viewer = await suite.admin('viewer', [shop.id]);
  for (const path of SEEN_BY_A_VIEWER) {
    await viewer.open(path);
    await expect(changesOn(viewer)).resolves.toEqual([]);
  }
  // Makes sure that the check finds such buttons: a role with the rights sees them on the same page.
  const owner = await suite.owner();
  await owner.open('/cards/2/show');
  await owner.page.getByRole('button', { name: 'Freeze' }).waitFor();
  await expect(changesOn(owner)).resolves.toEqual(expect.arrayContaining(['Freeze', 'More actions']));
});

test.each(['/cards/create', '/cards/2', '/card-types/1', '/admins', '/signature-check'])(
  'a viewer who opens %s is denied access',
  async (path) => {
    const viewer = await suite.admin('viewer', [shop.id]);
    viewer.expectRefusal(403);
    await viewer.open(path);
    await viewer.page
      .getByText(/not allowed|don't have the right|Access denied/i)
      .first()
      .waitFor();
    await expect(changesOn(viewer)).resolves.toEqual([]);
  },
);

test('the timeline of a card links to a job only for roles that may see it', async () => {
  const freeze = { applicationId: shop.id, action: 'freeze', ids: [20] };
  const { body } = await suite.api.post<{ id: number }>('/card-jobs/bulk', freeze);
  await eventually(async () => {
    const job = await suite.api.get<{ status: string }>(`/card-jobs/${body.id}`);
    return job.body.status === 'done' || undefined;
  });
  const [owner, viewer] = [await suite.owner(), await suite.admin('viewer', [shop.id])];
  for (const visitor of [owner, viewer]) {
    await visitor.open('/cards/20/show');
    await visitor.page.getByText('Freeze, in a bulk action on one record').waitFor();
    await visitor.settle();
    const links = visitor.page.getByRole('link', { name: 'Show the job' });
    if (visitor === owner) await links.waitFor();
    await expect(links.count()).resolves.toBe(visitor === owner ? 1 : 0);
  }
});

test('the server refuses a viewer who tries anyway', async () => {
  const viewer = await suite.admin('viewer', [shop.id]);
  viewer.expectRefusal(403);
  const status = await viewer.page.evaluate<number>(`(async () => {
    const { csrfToken } = await (await fetch('/api/admin/v1/auth/me')).json();
    const headers = { 'content-type': 'application/json', 'x-csrf-token': csrfToken };
    return (await fetch('/api/admin/v1/cards/2/freeze', { method: 'POST', headers, body: '{}' })).status;
  })()`);
  expect(status).toBe(403);
  expect((await suite.api.get('/cards/2')).body).toMatchObject({ frozen: false });
});

/** Returns the names of all buttons and links that change something. */
async function changesOn({ page }: Visitor): Promise<string[]> {
  const controls = page.locator('main').getByRole('button').or(page.locator('main').getByRole('link'));
  const names = await controls.evaluateAll((found) =>
    found.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''),
  );
  return names.map((name) => name.trim()).filter((name) => CHANGES.test(name));
}

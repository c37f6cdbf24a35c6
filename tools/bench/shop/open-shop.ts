import { AdminClient } from '../admin-client.ts';
import { type Server, type ServerOptions, startServer } from '../server.ts';
import { APPLICATIONS, seed } from './seed.ts';
import { seedYear } from './year.ts';

const PASSWORD = 'correct horse battery';
/** Backups need a key outside the data folder. */
const KEY = Buffer.alloc(32, 7).toString('base64');

/** A server with the data of a shop. Several cases share it, since filling the database takes most of the time. */
export interface Shop {
  readonly server: Server;
  /** Cards of the large application. */
  readonly cards: number;
  /** Epoch milliseconds at which the data was created. */
  readonly now: number;
  /** Keys of unused cards from the whole table. */
  readonly unused: readonly string[];
}

export async function openShop(cards: number, options: ServerOptions): Promise<Shop> {
  const now = Date.now();
  let unused: string[] = [];
  const server = await startServer(APPLICATIONS, {
    // About a quarter of the size of the rows (1 to 3 GiB), to simulate a machine with less memory than data.
    bufferPoolGb: Math.min(3, Math.max(1, Math.round(cards / 4_000_000))),
    ...options,
    env: { ENCRYPTION_KEY: KEY },
    prepare: async (env) => {
      unused = await seed(env, now, cards);
      await seedYear(env, now);
    },
  });
  return { server, cards, now, unused };
}

/** Creates a manager of one application, and signs in. */
export async function signInManager(
  { url }: Server,
  owner: AdminClient,
  name: string,
  applicationId: number,
): Promise<AdminClient> {
  const account = { email: `${name}@example.com`, password: PASSWORD };
  await owner.send('POST', '/admins', { ...account, name, role: 'manager', applicationIds: [applicationId] });
  return AdminClient.signIn({ url, admin: account });
}

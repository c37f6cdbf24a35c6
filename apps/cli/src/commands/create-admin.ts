import { isEmail } from 'class-validator';
import { createOwner, MADE_PASSWORD_LENGTH } from '@app/admin';
import { inTransaction, isUniqueViolation, migrate } from '@app/database';
import { hashPassword, loadConfig, randomText, StartupError, SystemClock } from '@app/platform';
import { type OptionalFirst, withDatabase } from '../context.js';

/** `latchkey create-admin EMAIL`: creates an owner with a random password and prints the password. */
export async function createAdmin(email: string, mayBeFirst: OptionalFirst): Promise<void> {
  if (!isEmail(email, { require_tld: false })) throw new StartupError(`${email} is not an email address`);
  const password = randomText(MADE_PASSWORD_LENGTH);
  const passwordHash = await hashPassword(password);
  await withDatabase(loadConfig(), mayBeFirst, async (dataSource) => {
    await migrate(dataSource);
    try {
      await inTransaction(dataSource, (manager) =>
        createOwner(manager, email, passwordHash, new SystemClock().now()),
      );
    } catch (error) {
      if (isUniqueViolation(error)) throw new StartupError(`The administrator ${email} already exists`);
      throw error;
    }
  });
  console.log(`${email} can sign in at /admin/ with the password\n${password}`);
}

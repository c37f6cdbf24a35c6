import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { ConfigurationError } from '../startup-error.js';

const ALGORITHM = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const MAC_KEY_BYTES = 32;

/** Encrypts secrets stored in the database (AES-256-GCM), and authenticates texts that clients send back. */
export class SecretBox {
  /** @param key 32 bytes */
  constructor(private readonly key: Buffer) {}

  /** Returns the base64 of IV, tag and ciphertext. */
  seal(plaintext: string): string {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.key, iv);
    const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), ciphertext]).toString('base64');
  }

  /**
   * Decrypts a sealed text.
   * @param what description of the text for the error message
   * @throws ConfigurationError if the text was sealed with a different key or was changed
   */
  open(sealed: string, what = 'A stored secret'): string {
    try {
      return this.decrypt(sealed);
    } catch {
      throw new ConfigurationError(
        `${what} was encrypted with another key. ` +
          'Restore the right ENCRYPTION_KEY or DATA_DIR/secret.key; without it the secrets cannot be read.',
      );
    }
  }

  /**
   * Returns the base64url HMAC-SHA256 of a text. Server processes use it to recognize texts that another process
   * issued.
   * @param purpose separates kinds of texts; each kind has its own key
   */
  authenticate(purpose: string, text: string): string {
    const key = Buffer.from(hkdfSync('sha256', this.key, '', purpose, MAC_KEY_BYTES));
    return createHmac('sha256', key).update(text).digest('base64url');
  }

  private decrypt(sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64');
    const decipher = createDecipheriv(ALGORITHM, this.key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    });
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    const plaintext = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8');
    return plaintext + decipher.final('utf8');
  }
}

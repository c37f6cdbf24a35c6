const WORDS = new Set(
  `admin administrator adminpassword changeit changeme changethis database db default demo example hello latchkey
   letmein licence license mariadb mypassword mysql pass passw0rd passwd password qwerty qwertyuiop root rootpassword
   secret server test testpassword user welcome yourpassword`.split(/\s+/),
);
const SHORT_NUMBER = 16;
const FEW_CHARACTERS = 4;

/** True when a password is one of those guessed first, also with punctuation inserted or digits appended. */
export function isWellKnownPassword(password: string): boolean {
  const plain = password.toLowerCase().replace(/[^\p{L}\d]/gu, '');
  const word = plain.replace(/\d+$/, '');
  const isNumber = word === '' && plain.length < SHORT_NUMBER;
  return isNumber || WORDS.has(word) || WORDS.has(plain) || new Set(password).size < FEW_CHARACTERS;
}

// Puts a compressed copy (.br, .gz) beside each file of a folder, so that the server does not compress it for each request.
//   node scripts/compress.mjs dist/admin-ui/assets
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const TEXT = /\.(?:css|js|json|svg)$/;
const [folder] = process.argv.slice(2);
for (const name of readdirSync(folder).filter((name) => TEXT.test(name))) {
  const file = join(folder, name);
  const bytes = readFileSync(file);
  const size = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params: size }));
  writeFileSync(`${file}.gz`, gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }));
}

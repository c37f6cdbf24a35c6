import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { fileURLToPath } from 'node:url';

const POSITION = /(file:\/\/[^\s()]+\.js):(\d+):(\d+)/g;

/** The source maps read so far, by compiled file; undefined for files without one. */
const maps = new Map<string, SourceMap | undefined>();

/**
 * Replaces positions in compiled files by those in their sources. A map is read only when an error is logged. With
 * Node's own support for source maps, the maps of all files would stay in memory.
 */
export function withSourcePositions(stack: string): string {
  return stack.replace(POSITION, (compiled: string, url: string, line: string, column: string) => {
    if (url.includes('/node_modules/')) return compiled;
    if (!maps.has(url)) maps.set(url, readMap(url));
    const origin = maps.get(url)?.findOrigin(Number(line), Number(column));
    return origin && 'fileName' in origin
      ? `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`
      : compiled;
  });
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(fileURLToPath(`${url}.map`), 'utf8')) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

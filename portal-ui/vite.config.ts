import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/portal/',
  // The page must work on phones from 2017.
  build: {
    outDir: '../dist/portal-ui',
    emptyOutDir: true,
    target: 'chrome61',
    cssTarget: 'chrome61',
    modulePreload: { polyfill: false },
    // Nothing is inlined, since the page's Content-Security-Policy allows only files.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': SERVER } },
});

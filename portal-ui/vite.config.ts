import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/portal/',
  // Phones of 2017 open the page.
  build: {
    outDir: '../dist/portal-ui',
    emptyOutDir: true,
    target: 'chrome61',
    cssTarget: 'chrome61',
    modulePreload: { polyfill: false },
    // Everything comes from files, as the page's policy for content demands.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': SERVER } },
});

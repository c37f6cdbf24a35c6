import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/admin/',
  plugins: [react(), preloadTextFont()],
  build: {
    outDir: '../dist/admin-ui',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // A few large files compress better and arrive sooner than hundreds of small files.
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 5, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER, '/docs': SERVER } },
});

/** Makes the browser request the font of the page's text together with the scripts, instead of after them. */
function preloadTextFont(): Plugin {
  return {
    name: 'preload-text-font',
    transformIndexHtml: (_, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((file) => /\/inter-latin-.*\.woff2$/.test(file))
        .map((file) => ({
          tag: 'link',
          attrs: {
            rel: 'preload',
            as: 'font',
            type: 'font/woff2',
            crossorigin: true,
            href: `/admin/${file}`,
          },
          injectTo: 'head',
        })),
  };
}

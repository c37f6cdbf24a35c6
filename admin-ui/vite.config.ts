import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

/** Parts of the libraries that only pages with a form need. */
const FORM_PARTS =
  /ra-ui-materialui\/dist\/(?:input|form)\/|ra-core\/dist\/(?:controller\/(?:create|edit|input)|form)\/|@mui\/material\/(?:\w*Autocomplete|Radio\w*|Switch)\/|react-dropzone|file-selector|diacritic|autosuggest-highlight/;

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: {
    outDir: '../dist/admin-ui',
    emptyOutDir: true,
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // Few large files compress better and arrive sooner than hundreds of small ones.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'main', tags: ['$initial'], priority: 3 },
            { name: 'forms', test: FORM_PARTS, minShareCount: 2, priority: 2 },
            { name: 'shared', minShareCount: 6, priority: 1 },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': SERVER, '/health': SERVER, '/docs': SERVER } },
});

import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/admin/',
  build: { outDir: '../dist/admin-ui', emptyOutDir: true },
  server: { proxy: { '/api': SERVER, '/health': SERVER } },
});

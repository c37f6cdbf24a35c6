import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = 'http://127.0.0.1:3000';

export default defineConfig({
  base: '/admin/',
  plugins: [react()],
  build: { outDir: '../dist/admin-ui', emptyOutDir: true, chunkSizeWarningLimit: 1500 },
  server: { proxy: { '/api': SERVER, '/health': SERVER, '/docs': SERVER } },
});

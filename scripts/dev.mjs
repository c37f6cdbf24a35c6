// Development: rebuilds and restarts the server when a source file changes, and serves the panel with hot reload.
import { spawn } from 'node:child_process';
import { build, tool } from './build.mjs';

build();
const start = (...args) => spawn(process.execPath, args, { stdio: 'inherit' });
const children = [
  start(tool('@nestjs/cli', 'bin/nest.js'), 'build', 'server', '--watch', '--preserveWatchOutput'),
  start('--watch', '--env-file-if-exists=.env', '--enable-source-maps', 'dist/apps/server/src/main.js'),
  start(tool('vite', 'bin/vite.js'), 'admin-ui'),
];
const stop = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);

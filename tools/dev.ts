// Development server: rebuilds and restarts the server when a source file changes, and serves the panel, which reloads
// changed parts immediately.
import { spawn } from 'node:child_process';
import { build, packageFile } from './build.ts';

build();
const start = (...args: string[]) => spawn(process.execPath, args, { stdio: 'inherit' });
const children = [
  start(packageFile('@nestjs/cli', 'bin/nest.js'), 'build', 'server', '--watch', '--preserveWatchOutput'),
  start('--watch', '--env-file-if-exists=.env', 'dist/apps/server/src/main.js'),
  start(packageFile('vite', 'bin/vite.js'), 'admin-ui'),
];
const stop = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
for (const child of children) child.on('exit', stop);

// Development: rebuilds and restarts the server when a source file changes, and serves the panel with hot reload.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build } from './build.mjs';

build();
const bin = (name) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);
const start = (command, args) => spawn(command, args, { stdio: 'inherit' });
const children = [
  start(bin('nest'), ['build', 'server', '--watch', '--preserveWatchOutput']),
  start(process.execPath, [
    '--watch',
    '--env-file-if-exists=.env',
    '--enable-source-maps',
    'dist/apps/server/src/main.js',
  ]),
  start('npm', ['run', '--silent', 'dev', '--workspace', 'admin-ui']),
];
const stop = () => children.forEach((child) => child.kill());
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stop);
for (const child of children) child.on('exit', stop);

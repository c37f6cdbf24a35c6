// Loaded into a program that npm has started: ends it when npm is gone. npm does not pass on a signal sent to it alone.
import { isMainThread } from 'node:worker_threads';

const CHECK_MS = 1000;

const parent = process.ppid;
const check = () => process.ppid !== parent && process.kill(process.pid);
if (isMainThread) setInterval(check, CHECK_MS).unref();

import { MAX_RESULT_BYTES } from './function-call.ts';

/**
 * A script that runs first in each fresh context, before the function's source. It keeps its own references to
 * built-ins; the source cannot change these references. The script's value is a function for the worker:
 * `host('start', context)`, `host('call', function, params)`, `host('same', value, value)` and `host('collect')`. Only
 * texts enter the context, never objects of the worker.
 */
export const PRELUDE = `(function () {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, construct, defineProperty, ownKeys } = Reflect;
  const { freeze } = Object;
  const then = Promise.prototype.then;
  const resolve = Promise.resolve.bind(Promise);
  const slice = String.prototype.slice;
  const join = Array.prototype.join;
  const text = String;
  const ErrorType = Error;
  const RangeErrorType = RangeError;

  const MAX_LINES = 100;
  const MAX_LINE = 2000;
  const MAX_RESULT = ${MAX_RESULT_BYTES};

  const lines = [];
  let lineCount = 0;
  let state = { done: false };

  function cut(value) {
    return apply(slice, value, [0, MAX_LINE]);
  }

  function show(value) {
    try {
      if (typeof value === 'string') return cut(value);
      if (value instanceof ErrorType) return cut(text(value.name) + ': ' + text(value.message));
      const json = stringify(value);
      return cut(json === undefined ? text(value) : json);
    } catch {
      return '[unprintable]';
    }
  }

  function log(...values) {
    if (lineCount >= MAX_LINES) return;
    const words = [];
    for (let i = 0; i < values.length && i < 20; i++) defineProperty(words, i, { value: show(values[i]), enumerable: true, configurable: true, writable: true });
    defineProperty(lines, lineCount++, { value: cut(apply(join, words, [' '])), enumerable: true, configurable: true, writable: true });
  }

  function succeed(value) {
    try {
      const json = value === undefined ? 'null' : stringify(value);
      if (typeof json !== 'string') state = { done: true, ok: false, reason: 'the result is no JSON value' };
      else if (json.length > MAX_RESULT) state = { done: true, ok: false, reason: 'the result is larger than 64 KiB' };
      else state = { done: true, ok: true, value: json };
    } catch (error) {
      state = { done: true, ok: false, reason: 'the result cannot be written as JSON: ' + show(error) };
    }
  }

  function fail(error) {
    state = { done: true, ok: false, reason: show(error) };
  }

  function call(target, params) {
    try {
      const value = apply(target, undefined, parse(params));
      const isThenable = value !== null && (typeof value === 'object' || typeof value === 'function') && typeof value.then === 'function';
      if (isThenable) apply(then, resolve(value), [succeed, fail]);
      else succeed(value);
    } catch (error) {
      fail(error);
    }
  }

  function start(context) {
    const console = freeze({ __proto__: null, log, info: log, warn: log, error: log, debug: log });
    defineProperty(globalThis, 'console', { value: console });
    defineProperty(globalThis, 'context', { value: freeze(parse(context)), enumerable: true });
    // WebAssembly is not part of the language, and it allocates memory outside the heap limit.
    delete globalThis.WebAssembly;
    // SharedArrayBuffer is useless without threads. V8 counts neither its growth towards the memory limit nor a wait on
    // it towards the time limit.
    delete globalThis.SharedArrayBuffer;
    refuseResizableBuffers();
  }

  /** Removes resizable buffers. V8 does not count their growth, so a function could allocate 8 GiB at once. */
  function refuseResizableBuffers() {
    const Native = ArrayBuffer;
    const Fixed = new Proxy(Native, {
      __proto__: null,
      construct(target, args, newTarget) {
        const options = args[1];
        if (options !== null && typeof options === 'object' && options.maxByteLength !== undefined)
          throw new RangeErrorType('resizable ArrayBuffers are not available');
        return construct(target, [args[0]], newTarget);
      },
    });
    defineProperty(Native.prototype, 'constructor', { value: Fixed });
    defineProperty(globalThis, 'ArrayBuffer', { value: Fixed });
  }

  return function host(command, first, second) {
    if (command === 'start') return start(first);
    if (command === 'call') return call(first, second);
    if (command === 'same') return first === second;
    return stringify({ __proto__: null, state, lines });
  };
})()`;

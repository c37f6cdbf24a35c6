import { type ComponentType, lazy } from 'react';
import { loadPart } from './load-part';

/**
 * Loads a page when it is first opened.
 * @param name the component's name in the module
 */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
) {
  return lazy(async () => ({ default: (await loadPart(load))[name] }));
}

import type { Application, Request } from 'express';
import type { ServerResponse } from 'node:http';

/** A handler of Nest: it answers failures itself and calls no further handler. */
type Handler = (request: Request, response: ServerResponse) => Promise<unknown>;

/** A layer of Express's router: a route, or a middleware for the paths that it matches. */
interface Layer {
  readonly route?: Route;
  match(path: string): unknown;
}

interface Route {
  readonly path: unknown;
  /** The handlers; one without a method is for all methods. */
  readonly stack: readonly { readonly method?: string; readonly handle: Handler }[];
}

/** A route of a fixed path, and its only handler. */
export interface DirectRoute {
  readonly route: { readonly path: string };
  readonly handle: Handler;
}

/** Direct routes by path and method. */
export type DirectRoutes = ReadonlyMap<string, ReadonlyMap<string, DirectRoute>>;

const FIXED_PATH = /^[\w/.-]+$/;

/** Returns the layers of an Express application in the order in which they see a request. */
export function layersOf(app: Application): readonly Layer[] {
  return app.router.stack as unknown as Layer[];
}

/**
 * Returns the routes that can be found by their path, instead of by matching one layer after another: those of a fixed
 * path whose requests pass no other layer before. A request that is not exactly the route's, such as one with a slash at
 * the end, is left to Express.
 * @param layers all layers, in order
 * @param skipped number of layers at the beginning that do nothing for these requests
 * @param prefix of the paths
 */
export function directRoutes(layers: readonly Layer[], skipped: number, prefix: string): DirectRoutes {
  const found = new Map<string, Map<string, DirectRoute>>();
  for (const [index, { route }] of layers.entries()) {
    if (typeof route?.path !== 'string' || !route.path.startsWith(`${prefix}/`)) continue;
    const { path, stack } = route;
    const [{ method, handle } = {}] = stack;
    const earlier = layers.slice(skipped, index);
    if (!FIXED_PATH.test(path) || stack.length !== 1 || !method || !handle) continue;
    if (earlier.some((layer) => layer.match(path) && mayHandle(layer, method))) continue;
    const ofPath = found.get(path) ?? new Map<string, DirectRoute>();
    found.set(path, ofPath.set(method.toUpperCase(), { route: route as DirectRoute['route'], handle }));
  }
  return found;
}

function mayHandle({ route }: Layer, method: string): boolean {
  return route?.stack.some((each) => each.method === undefined || each.method === method) ?? true;
}

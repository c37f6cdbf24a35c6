import type { Application, Request } from 'express';
import type { ServerResponse } from 'node:http';

/** A handler that Nest has created. It answers failures itself and calls no further handler. */
type Handler = (request: Request, response: ServerResponse) => Promise<unknown>;

/** A layer of Express's router: a route, or a middleware for the paths that it matches. */
interface Layer {
  readonly route?: Route;
  match(path: string): unknown;
}

interface Route {
  readonly path: unknown;
  /** The handlers of a route; a handler without a method is for all methods. */
  readonly stack: readonly { readonly method?: string; readonly handle: Handler }[];
}

/** A route with a fixed path, and its only handler. */
interface DirectRoute {
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
 * Returns the routes that can be looked up by their path, so that layers need not be matched one after another. A route
 * qualifies if its path is fixed and its requests pass no other layer before it. A request whose path is not exactly
 * the route's path, for example with a trailing slash, is left to Express.
 * @param layers all layers, in order
 * @param skipped number of layers at the beginning that do nothing for these requests
 * @param prefix common prefix of the paths
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

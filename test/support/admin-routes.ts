import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/internal';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import { ACCESS_RULE, type AccessRule, ADMIN_API_PREFIX } from '@app/admin';
import type { TestServer } from './test-server.js';

/** A route of the admin API. */
export interface AdminRoute {
  /** Method and path, such as `GET /cards/:id`. */
  name: string;
  method: string;
  /** The path under the admin prefix. */
  path: string;
  /** The handler method; `undefined` if the route does not belong to a controller. */
  handler: object | undefined;
  /** The access rule of the handler; `undefined` if there is none. */
  rule: AccessRule | undefined;
  /** True when the handler reads a body. */
  hasBody: boolean;
  /** The fields of the body, if the body is a class of the API. */
  bodyFields: string[];
  /** The fields of the query; for lists, they are in `listing`. */
  queryFields: string[];
  /** The filter and sort fields of a list. */
  listing: { filters: string[]; sorts: string[] } | undefined;
}

/**
 * Returns every route under the admin prefix from the running server's router, so that new routes are included
 * automatically.
 */
export function adminRoutes(server: TestServer): AdminRoute[] {
  const handlers = handlersUnder(ADMIN_API_PREFIX, server);
  return routesUnder(ADMIN_API_PREFIX, server).map(({ method, path }) => {
    const name = `${method} ${path}`;
    const handler = handlers.get(name);
    return { name, method, path, ...(handler ? describeHandler(...handler) : NO_HANDLER) };
  });
}

/** Returns every route under a prefix from the running server's router, with its path relative to the prefix. */
export function routesUnder(prefix: string, server: TestServer): { method: string; path: string }[] {
  const { router } = server.get(HttpAdapterHost).httpAdapter.getInstance<{ router: Router }>();
  return router.stack.flatMap(({ route }) => {
    if (!route?.path.startsWith(prefix)) return [];
    const path = route.path.slice(prefix.length);
    return Object.keys(route.methods).map((method) => ({ method: method.toUpperCase(), path }));
  });
}

type Handler = Omit<AdminRoute, 'name' | 'method' | 'path'>;

const NO_HANDLER: Handler = {
  handler: undefined,
  rule: undefined,
  hasBody: false,
  bodyFields: [],
  queryFields: [],
  listing: undefined,
};

interface Router {
  stack: { route?: { path: string; methods: Record<string, boolean> } }[];
}

/** Returns the controllers and methods of the routes under a prefix, by names such as `GET /cards/:id`. */
export function handlersUnder(
  routePrefix: string,
  server: TestServer,
): Map<string, [controller: Type<object>, method: string]> {
  const handlers = new Map<string, [Type<object>, string]>();
  for (const { controllers } of server.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const controller = metatype as Type<object>;
      const prefix = String(Reflect.getMetadata(PATH_METADATA, controller));
      if (!prefix.startsWith(routePrefix)) continue;
      for (const method of Object.getOwnPropertyNames(controller.prototype)) {
        const name = routeName(prefix.slice(routePrefix.length), controller.prototype, method);
        if (name !== undefined) handlers.set(name, [controller, method]);
      }
    }
  }
  return handlers;
}

function routeName(prefix: string, prototype: object, method: string): string | undefined {
  const handler = Reflect.get(prototype, method) as object;
  const verb = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod | undefined;
  if (verb === undefined) return undefined;
  const path = `${prefix}/${String(Reflect.getMetadata(PATH_METADATA, handler))}`;
  return `${RequestMethod[verb]} ${path.replaceAll(/\/+/g, '/').replace(/\/$/, '')}`;
}

function describeHandler(controller: Type<object>, method: string): Handler {
  const parameters = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
      string,
      { data?: unknown }
    >,
  );
  const listing = parameters
    .map(([, { data }]) => data as { filter?: Type<object>; sorts?: string[] } | undefined)
    .find((data) => data?.sorts !== undefined);
  const query = parameters.map(([, { data }]) => data).find((data) => typeof data === 'function');
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype, method) as Type<object>[];
  const body = parameters.find(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`));
  const handler = Reflect.get(controller.prototype, method) as object;
  return {
    handler,
    rule: Reflect.getMetadata(ACCESS_RULE, handler) as AccessRule | undefined,
    hasBody: body !== undefined,
    bodyFields: body ? fieldsOf(types[Number(body[0].split(':')[1])]!) : [],
    queryFields: query ? fieldsOf(query as Type<object>) : [],
    listing: listing && { filters: fieldsOf(listing.filter!), sorts: listing.sorts! },
  };
}

function fieldsOf(type: Type<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

import { RequestMethod, type Type } from '@nestjs/common';
import { METHOD_METADATA, PATH_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/internal';
import { HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import { ACCESS_RULE, type AccessRule, ADMIN_API_PREFIX } from '@app/admin';
import type { TestServer } from './test-server.js';

/** A route of the admin API. */
export interface AdminRoute {
  /** Such as `GET /cards/:id`. */
  name: string;
  method: string;
  /** Under the admin prefix. */
  path: string;
  /** The method that answers; undefined: it is not of a controller. */
  handler: object | undefined;
  /** What the handler says of who may call it; undefined: nothing. */
  rule: AccessRule | undefined;
  /** Whether the handler reads a body. */
  hasBody: boolean;
  /** Of a list: the fields it can be filtered and sorted by. */
  listing: { filters: string[]; sorts: string[] } | undefined;
}

/** Every route under the admin prefix, as the running server's router has it: what is added is found by itself. */
export function adminRoutes(server: TestServer): AdminRoute[] {
  const handlers = adminHandlers(server);
  const { router } = server.get(HttpAdapterHost).httpAdapter.getInstance<{ router: Router }>();
  return router.stack.flatMap(({ route }) => {
    if (!route?.path.startsWith(ADMIN_API_PREFIX)) return [];
    const path = route.path.slice(ADMIN_API_PREFIX.length);
    return Object.keys(route.methods).map((method) => {
      const name = `${method.toUpperCase()} ${path}`;
      const handler = handlers.get(name) ?? {
        handler: undefined,
        rule: undefined,
        hasBody: false,
        listing: undefined,
      };
      return { name, method: method.toUpperCase(), path, ...handler };
    });
  });
}

type Handler = Pick<AdminRoute, 'handler' | 'rule' | 'hasBody' | 'listing'>;

interface Router {
  stack: { route?: { path: string; methods: Record<string, boolean> } }[];
}

function adminHandlers(server: TestServer): Map<string, Handler> {
  const handlers = new Map<string, Handler>();
  for (const { controllers } of server.get(ModulesContainer).values()) {
    for (const { metatype } of controllers.values()) {
      const controller = metatype as Type<object>;
      const prefix = String(Reflect.getMetadata(PATH_METADATA, controller));
      if (!prefix.startsWith(ADMIN_API_PREFIX)) continue;
      for (const method of Object.getOwnPropertyNames(controller.prototype)) {
        const name = routeName(prefix.slice(ADMIN_API_PREFIX.length), controller.prototype, method);
        if (name !== undefined) handlers.set(name, handlerOf(controller, method));
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

function handlerOf(controller: Type<object>, method: string): Handler {
  const parameters = Object.entries(
    (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, method) ?? {}) as Record<
      string,
      { data?: unknown }
    >,
  );
  const listing = parameters
    .map(([, { data }]) => data as { filter?: Type<object>; sorts?: string[] } | undefined)
    .find((data) => data?.sorts !== undefined);
  const handler = Reflect.get(controller.prototype, method) as object;
  return {
    handler,
    rule: Reflect.getMetadata(ACCESS_RULE, handler) as AccessRule | undefined,
    hasBody: parameters.some(([key]) => key.startsWith(`${RouteParamtypes.BODY}:`)),
    listing: listing && { filters: fieldsOf(listing.filter!), sorts: listing.sorts! },
  };
}

function fieldsOf(type: Type<object>): string[] {
  const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
  return [...new Set(rules.map(({ propertyName }) => propertyName))];
}

import { HttpAdapterHost } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { type Application, type NextFunction, type Request, type Response, Router } from 'express';
import helmet from 'helmet';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { AdminExceptionFilter } from '@app/admin';
import { ApplicationDirectory } from '@app/applications';
import {
  CLIENT_API_PREFIX,
  ClientExceptionFilter,
  type ClientHttpRequest,
  EnvelopeAdapter,
  layersOf,
  ResponseSigner,
} from '@app/auth-signature';
import { AcgExceptionFilter, DujiaoExceptionFilter, FulfilExceptionFilter } from '@app/orders';
import { isPaojiaoyunUrl, routePaojiaoyun } from '@app/paojiaoyun';
import { PortalExceptionFilter } from '@app/portal';
import {
  type AnsweredRequest,
  AppConfig,
  runAsRequest,
  assignRequestId,
  RequestMetrics,
  StartupQuietLogger,
} from '@app/platform';
import { allowAdminFrom } from './admin-allow.js';
import { answerPreflight } from './answer-preflight.js';
import { closeAfterEarlyAnswers } from './connections/answer-early.js';
import { answerInTurn } from './connections/answer-in-turn.js';
import { answerBrokenRequests } from './connections/answer-broken-requests.js';
import { limitConnections } from './connections/limit-connections.js';
import { UnreadAnswers } from './connections/unread-answers.js';
import { serveDocs } from './docs/serve-docs.js';
import { servePanel } from './panel.js';
import { servePortal } from './portal.js';
import { refuseHostilePaths } from './refuse-hostile-paths.js';
import { serveSdks } from './sdks.js';
import { UnroutedFilter } from './unrouted.filter.js';

/**
 * Configures the parts of the HTTP server that modules do not declare themselves. Tests use this function too.
 * @param app created with an `EnvelopeAdapter` and `APP_OPTIONS`
 */
export function configureApp(app: NestExpressApplication): NestExpressApplication {
  const { http, security } = app.get(AppConfig);
  app.useLogger(app.get(StartupQuietLogger));
  app.flushLogs();
  const metrics = app.get(RequestMetrics);
  const server = app.getHttpServer();
  limitConnections(server, http.maxConnections, trustProxies(app, http.trustProxy));
  answerBrokenRequests(server);
  const unread = new UnreadAnswers();
  unread.watch(app.getHttpAdapter().getInstance() as Application);
  closeAfterEarlyAnswers(app.getHttpAdapter().getInstance() as Application);
  app.disable('x-powered-by');
  app.disable('etag');
  // One router for everything that is not the client API, so that client API requests skip it in a single step.
  const others = Router();
  others.use((request: Request, response: Response, next: NextFunction) => {
    response.once('finish', () => metrics.record(request as Request & AnsweredRequest, response.statusCode));
    next();
  });
  others.use(helmet(HEADERS));
  allowAdminFrom(others, security.adminAllow);
  others.use(refuseHostilePaths);
  servePanel(others);
  servePortal(others, app.get(ApplicationDirectory));
  serveSdks(others);
  app.use((request: ClientHttpRequest, response: Response, next: NextFunction) => {
    const { url } = request;
    if (url.startsWith(CLIENT_API_PREFIX)) answerPreflight(request, response, next);
    else if (isPaojiaoyunUrl(url))
      answerPreflight(request, response, () => routePaojiaoyun(request, response, next));
    else others(request, response, next);
  });
  serveDocs(others);
  const inTurn = answerInTurn(unread.noteWaiting);
  Object.assign(app.getHttpAdapter() as unknown as EnvelopeAdapter, {
    signer: app.get(ResponseSigner),
    metrics,
    prepare: (request: IncomingMessage, response: ServerResponse, next: () => void) =>
      inTurn(request, response, () => {
        assignRequestId(request, response);
        runAsRequest(next);
      }),
    // The Express layers added so far do nothing for the client API's routes. Nest adds its middleware and routes
    // later, when the app starts.
    layersOfOthers: layersOf(app.getHttpAdapter().getInstance() as Application).length,
  });
  app.useGlobalFilters(
    new UnroutedFilter(
      app.get(HttpAdapterHost).httpAdapter,
      app.get(ClientExceptionFilter),
      app.get(AdminExceptionFilter),
      app.get(FulfilExceptionFilter),
      app.get(AcgExceptionFilter),
      app.get(DujiaoExceptionFilter),
      app.get(PortalExceptionFilter),
    ),
  );
  app.enableShutdownHooks([], { useProcessExit: true });
  return app;
}

/**
 * Makes Express and `clientAddress` trust the client addresses that these proxies report.
 * @returns a function that returns true for an address of a trusted proxy
 */
function trustProxies(app: NestExpressApplication, proxies: string[]): (entry: string) => boolean {
  const express = app.getHttpAdapter().getInstance() as Application;
  express.set('trust proxy', proxies);
  return express.get('trust proxy fn') as (address: string) => boolean;
}

/**
 * Security headers of pages. `Strict-Transport-Security` is missing, since the panel must also load over plain HTTP; a
 * TLS proxy adds it.
 */
const HEADERS = {
  strictTransportSecurity: false,
  frameguard: { action: 'deny' },
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      // The panel's components and the page at /docs inject styles. Styles cannot load anything from other sites, so
      // they cannot leak page content.
      styleSrc: ["'self'", "'unsafe-inline'"],
      fontSrc: ["'self'"],
      imgSrc: ["'self'", 'data:'],
      connectSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
} as const;

/**
 * Options for creating the app, required by `configureApp`. Nest's body parser is off, since the client API reads
 * bodies itself and needs them exactly as they were signed. Nest's log is buffered until our logger is set.
 */
export const APP_OPTIONS = { bodyParser: false, bufferLogs: true, autoFlushLogs: false } as const;

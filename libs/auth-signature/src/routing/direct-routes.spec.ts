import { describe, expect, it } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { directRoutes, layersOf } from './direct-routes.js';

const PREFIX = '/api';
const handler: RequestHandler = () => undefined;

/** Returns the direct routes of an application, such as `POST /api/card`. */
function found(register: (app: express.Application) => void, skipped = 0): string[] {
  const app = express();
  register(app);
  return [...directRoutes(layersOf(app), skipped, PREFIX)].flatMap(([path, methods]) =>
    [...methods.keys()].map((method) => `${method} ${path}`),
  );
}

describe('directRoutes', () => {
  it('finds routes of fixed paths, by path and method', () => {
    const routes = found((app) => {
      app.get('/api/card', handler);
      app.post('/api/card', handler);
      app.post('/api/card/heart-beat', handler);
    });
    expect(routes).toEqual(['GET /api/card', 'POST /api/card', 'POST /api/card/heart-beat']);
  });

  it('leaves parameters, other prefixes and several handlers to Express', () => {
    const routes = found((app) => {
      app.get('/api/data/:key', handler);
      app.get('/api/files/*path', handler);
      app.get('/apis/card', handler);
      app.get('/api', handler);
      app.get('/api/two', handler, handler);
      app.all('/api/all', handler);
    });
    expect(routes).toEqual([]);
  });

  it('leaves a route to Express if another layer sees its requests first', () => {
    const routes = found((app) => {
      app.use('/api/logged', handler);
      app.get('/api/logged/card', handler);
      app.get('/api/:anything', handler);
      app.get('/api/card', handler);
      app.post('/api/card', handler);
      app.post('/api/card', handler);
    });
    expect(routes).toEqual(['POST /api/card']);
  });

  it('finds no route behind a middleware for all paths, except behind one that is skipped', () => {
    const register = (app: express.Application) => {
      app.use(handler);
      app.get('/api/card', handler);
    };
    expect(found(register)).toEqual([]);
    expect(found(register, 1)).toEqual(['GET /api/card']);
  });
});

import { type LoadHookSync, registerHooks } from 'node:module';
import { basename } from 'node:path';

/**
 * A short form of a package's module. It is loaded instead of the module, which would load much code that no app uses.
 */
interface Replacement {
  /** End of the module's URL. */
  readonly file: string;
  readonly format: 'commonjs' | 'module';
  readonly source: string;
}

/**
 * Exports of `node:http` for WebSocket clients. An import of `node:http` reads all exports, and reading any of these
 * three exports loads the HTTP client behind `fetch`.
 */
const OF_HTTP_CLIENT = ['WebSocket', 'CloseEvent', 'MessageEvent'];

/**
 * Decorators of class-validator that the apps use. Loading all decorators would also load the metadata of phone
 * numbers.
 */
const VALIDATORS = [
  ...['IsDefined', 'IsIn', 'IsOptional', 'NotEquals', 'ValidateBy', 'ValidateIf', 'ValidateNested'].map(
    (name) => `common/${name}`,
  ),
  'number/Max',
  'number/Min',
  ...['IsEmail', 'IsFQDN', 'Matches', 'MaxLength', 'MinLength'].map((name) => `string/${name}`),
  ...['IsArray', 'IsBoolean', 'IsInt', 'IsObject', 'IsString'].map((name) => `typechecker/${name}`),
  ...['ArrayMaxSize', 'ArrayMinSize', 'ArrayUnique'].map((name) => `array/${name}`),
];

/**
 * Decorators of @nestjs/swagger, which describe the API while the server is built. The running server serves the
 * finished document.
 */
const API_DECORATORS = (
  'ApiBearerAuth ApiBody ApiConsumes ApiCookieAuth ApiExcludeController ApiExtension ApiExtraModels ApiHeader ' +
  'ApiHideProperty ApiOkResponse ApiOperation ApiParam ApiProduces ApiProperty ApiQuery ApiResponse ApiSchema ApiTags'
).split(' ');

/** Parts of RxJS that Nest and the apps use. */
const RXJS = (
  'Observable ReplaySubject Subject lastValueFrom observable/defer observable/from observable/of ' +
  'observable/throwError operators/catchError operators/delay operators/map operators/mergeAll operators/retryWhen ' +
  'operators/scan operators/switchMap operators/takeUntil operators/tap util/EmptyError util/isObservable'
).split(' ');

const REPLACEMENTS: Replacement[] = [
  {
    // Loads only the driver of the database in use; TypeORM would load the drivers of all databases.
    file: '/typeorm/driver/DriverFactory.js',
    format: 'commonjs',
    source: `
      exports.DriverFactory = class {
        create(dataSource) {
          if (dataSource.options.type === 'better-sqlite3')
            return new (require('./better-sqlite3/BetterSqlite3Driver').BetterSqlite3Driver)(dataSource);
          return new (require('./mysql/MysqlDriver').MysqlDriver)(dataSource);
        }
      };`,
  },
  {
    // Scheduled jobs run at intervals, so cron expressions and their time zones are not needed.
    file: '/cron/dist/index.js',
    format: 'commonjs',
    source: 'exports.CronJob = class {};',
  },
  {
    file: '/rxjs/dist/cjs/index.js',
    format: 'commonjs',
    source: `${exportsOf('./internal/', RXJS)}\nexports.EMPTY = require('./internal/observable/empty').EMPTY;`,
  },
  {
    file: '/rxjs/dist/cjs/operators/index.js',
    format: 'commonjs',
    source: exportsOf('../internal/', RXJS),
  },
  {
    file: '/class-validator/cjs/decorator/decorators.js',
    format: 'commonjs',
    source: [
      // Node recognises re-exports of a CommonJS module by the name of this function.
      'const __exportStar = (from, to) => Object.assign(to, from);',
      ...VALIDATORS.map((path) => `__exportStar(require('./${path}'), exports);`),
    ].join('\n'),
  },
  {
    file: '/@nestjs/swagger/dist/index.js',
    format: 'module',
    source: `
      export { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
      const noDecorator = () => () => undefined;
      export { ${API_DECORATORS.map((name) => `noDecorator as ${name}`).join(', ')} };
      export const DECORATORS = {};
      export const getSchemaPath = () => '';`,
  },
];

/**
 * From now on, makes Node load short forms of the modules in `REPLACEMENTS`. An app must call this function before it
 * loads `node:http` or one of these modules, directly or indirectly. An app that imports something missing from the
 * lists above does not start.
 */
export function leaveOutUnusedModules(): void {
  registerHooks({ load });
  const http = process.getBuiltinModule('node:http');
  for (const name of OF_HTTP_CLIENT) Object.defineProperty(http, name, { value: undefined });
}

const load: LoadHookSync = (url, context, nextLoad) => {
  const found = REPLACEMENTS.find(({ file }) => url.endsWith(file));
  return found ? { ...found, shortCircuit: true } : nextLoad(url, context);
};

function exportsOf(folder: string, paths: string[]): string {
  return paths
    .map((path) => [basename(path), `require('${folder}${path}')`])
    .map(([name, module]) => `exports.${name} = ${module}.${name};`)
    .join('\n');
}

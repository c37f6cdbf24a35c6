import { type LoadHookSync, registerHooks } from 'node:module';

/** A module of a package that is loaded in another form, because it would load much that the server never uses. */
interface Replacement {
  readonly file: RegExp;
  readonly format: 'commonjs' | 'module';
  /** Returns the source that Node loads instead. */
  source: (found: RegExpExecArray) => string;
}

/** Decorators of class-validator that the server uses. All of them would also load the metadata of phone numbers. */
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
 * Decorators of @nestjs/swagger, which describe the API while the server is built. The running server serves the finished
 * document.
 */
const API_DECORATORS = (
  'ApiBearerAuth ApiBody ApiConsumes ApiCookieAuth ApiExcludeController ApiExtension ApiExtraModels ApiHeader ' +
  'ApiHideProperty ApiOkResponse ApiOperation ApiParam ApiProduces ApiProperty ApiQuery ApiResponse ApiSchema ApiTags'
).split(' ');

const REPLACEMENTS: Replacement[] = [
  {
    file: /\/class-validator\/cjs\/decorator\/decorators\.js$/,
    format: 'commonjs',
    source: () =>
      [
        // Node finds the exported names by the name of this function.
        'const __exportStar = (from, to) => Object.assign(to, from);',
        ...VALIDATORS.map((path) => `__exportStar(require('./${path}'), exports);`),
      ].join('\n'),
  },
  {
    file: /\/@nestjs\/swagger\/dist\/index\.js$/,
    format: 'module',
    source: () => `
      export { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/mapped-types';
      const noDecorator = () => () => undefined;
      export { ${API_DECORATORS.map((name) => `noDecorator as ${name}`).join(', ')} };
      export const DECORATORS = {};
      export const getSchemaPath = () => '';`,
  },
  {
    // TypeORM loads its drivers of all databases.
    file: /\/typeorm\/driver\/(?!better-sqlite3|mysql|sqlite-abstract)[^/]+\/(\w+Driver)\.js$/,
    format: 'commonjs',
    source: ([, driver]) => `exports.${driver} = class {};`,
  },
];

/**
 * Leaves out of what is loaded from now on what the server never uses. Without an entry that it needs after all, the server
 * does not start.
 */
export function leaveOutUnusedModules(): void {
  registerHooks({ load });
}

const load: LoadHookSync = (url, context, nextLoad) => {
  for (const { file, format, source } of REPLACEMENTS) {
    const found = file.exec(url);
    if (found) return { format, source: source(found), shortCircuit: true };
  }
  return nextLoad(url, context);
};

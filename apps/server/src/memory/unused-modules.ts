import { type LoadHookSync, registerHooks } from 'node:module';

/**
 * A shorter form of a package's module, loaded instead because the module would load much that the server never uses.
 */
interface Replacement {
  /** End of the module's URL. */
  readonly file: string;
  readonly format: 'commonjs' | 'module';
  readonly source: string;
}

/**
 * Decorators of class-validator that the server uses. Loading all decorators would also load the metadata of phone
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

const REPLACEMENTS: Replacement[] = [
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
 * Makes Node load the shorter forms from now on. If the server imports a decorator that the lists above lack, it does
 * not start.
 */
export function leaveOutUnusedModules(): void {
  registerHooks({ load });
}

const load: LoadHookSync = (url, context, nextLoad) => {
  const found = REPLACEMENTS.find(({ file }) => url.endsWith(file));
  return found ? { ...found, shortCircuit: true } : nextLoad(url, context);
};

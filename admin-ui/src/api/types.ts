import type { components } from './api-types';

type Schemas = components['schemas'];

export type Application = Schemas['ApplicationDto'];
export type CardType = Schemas['CardTypeDto'];
export type Card = Schemas['CardDto'];
export type User = Schemas['UserDto'];
export type Me = Schemas['MeDto'];
export type Role = Me['role'];
export type TokenRole = Schemas['ApiTokenDto']['role'];
/** A schema of the API by name, such as `Dto<'CardDto'>`. */
export type Dto<Name extends keyof Schemas> = Schemas[Name];

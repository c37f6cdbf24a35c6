import { Application } from '@app/database';
import { Beginning, IdFilter, whereBegins } from '../../crud/filters.js';
import type { Resource } from '../../crud/resource.js';

export const APPLICATION_FIELDS = [
  'id',
  'appKey',
  'name',
  'enabled',
  'signMode',
  'responseSignature',
  'clockLeewaySec',
  'language',
  'timeZone',
  'heartbeatTimeoutSec',
  'hg',
  'multiOpenPolicy',
  'unbindPolicy',
  'unbindHours',
  'unbindCooldownHours',
  'defaultUnbindLimit',
  'trial',
  'trialMinutes',
  'trialIntervalHours',
  'trialsPerAddress',
  'compat',
  'compatHosts',
  'portalEnabled',
  'portalSlug',
  'portalTitle',
  'portalLogoUrl',
  'portalContact',
  'portalLanguages',
  'portalShortKeysConfirmed',
  'config',
  'notice',
  'cardTemplate',
  'previousSecretUntil',
  'publicKey',
  'previousPublicKey',
  'previousPublicKeyUntil',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const satisfies (keyof Application)[];

export const APPLICATION_SORTS = ['id', 'name', 'createdAt'];

export class ApplicationsFilter extends IdFilter {
  /** Prefix of the name. */
  @Beginning(100)
  name?: string;
}

export const APPLICATIONS: Resource<Application, ApplicationsFilter> = {
  name: 'applications',
  singular: 'application',
  entity: Application,
  fields: APPLICATION_FIELDS,
  nameOf: ({ name }) => name,
  isOfCards: true,
  uniqueField: 'appKey',
  applicationProperty: 'id',
  applyFilter: (query, filter) => {
    whereBegins(query, 'name', filter.name);
  },
};

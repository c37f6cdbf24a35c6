import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { fileFaults } from './support/file-faults.js';

const { components } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as {
  components: { schemas: Record<string, { properties: object }> };
};

/**
 * For each resource: the schemas with its writable fields, the name of its list in a configuration file, and the fields
 * that have a different name in such a file.
 */
const RESOURCES: Record<string, { schemas: string[]; list?: string; names?: Record<string, string> }> = {
  applications: { schemas: ['CreateApplicationDto', 'EditApplicationDto'] },
  'card types': {
    list: 'card_types',
    schemas: ['CreateCardTypeDto', 'EditCardTypeDto'],
    names: { durationUnit: 'duration', durationAmount: 'duration' },
  },
  cards: { list: 'cards', schemas: ['EditCardDto'] },
  variables: {
    list: 'variables',
    schemas: ['CreateVariableDto', 'EditVariableDto'],
    names: { checkRule: 'check' },
  },
  functions: { list: 'functions', schemas: ['CreateFunctionDto', 'EditFunctionDto'] },
  versions: { list: 'versions', schemas: ['CreateSoftwareVersionDto', 'EditSoftwareVersionDto'] },
  webhooks: {
    list: 'webhooks',
    schemas: ['CreateWebhookDto', 'EditWebhookDto'],
    names: { applicationIds: 'applications', secret: 'secret_env' },
  },
  channels: {
    list: 'channels',
    schemas: ['CreateChannelDto', 'EditChannelDto'],
    names: { signingSecret: 'signing_secret_env' },
  },
  notifiers: {
    list: 'notifiers',
    schemas: ['CreateNotifierDto', 'EditNotifierDto'],
    names: { applicationIds: 'applications', token: 'secret_env', signingSecret: 'signing_secret_env' },
  },
  data: { list: 'data', schemas: ['CreateRemoteDataDto', 'EditRemoteDataDto'] },
};

/** Fields that a configuration file cannot set, each with the reason. */
const LEFT_OUT: Record<string, string> = {
  rowVersion: 'a file overwrites the records it names, even after a later edit',
  applicationId: 'entries stand below their application',
  cardTemplate: 'how people copy cards in the panel, where they choose it',
  unbindsUsed: 'clients count it; a file that is applied again would set it back',
};

/** Resources that have no list in a configuration file, each with the reason. */
const NOT_IN_FILES: Record<string, string> = {
  admins: 'accounts of people, with passwords; the first is made by create-admin',
  'api-tokens': 'secrets that are shown once',
  blocks: 'reactions to abuse, which end by themselves',
  devices: 'bound by clients',
  orders: 'requests of shops and administrators, not a state',
  payments: 'reported by payment services, not a state',
  sessions: 'opened by clients',
  trials: 'begun by devices',
  refusals: 'requests of clients, not a state',
  users: 'registered by clients, with passwords of their own',
  'card-jobs': 'requests, not a state',
  'audit-log': 'written by the server',
  'webhook-deliveries': 'records of requests, not a state',
  'notifier-messages': 'records of messages, not a state',
};

function isKnown(list: string | undefined, field: string): boolean {
  const entry = { [field]: null };
  if (list === 'webhooks' || list === 'notifiers')
    return isAccepted({ applications: [], [list]: [entry] }, field);
  const application = list === undefined ? { name: 'A', ...entry } : { name: 'A', [list]: [entry] };
  return isAccepted({ applications: [application] }, field);
}

function isAccepted(file: object, field: string): boolean {
  return !fileFaults(file).some((fault) => fault.endsWith(`${field} is not a known field`));
}

const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

describe('latchkey apply', () => {
  it.each(Object.entries(RESOURCES))('sets each field of %s that the admin API sets', (_, resource) => {
    const { schemas, list, names = {} } = resource;
    const fields = new Set(schemas.flatMap((schema) => Object.keys(components.schemas[schema]!.properties)));
    const unknown = [...fields].filter(
      (field) => !(field in LEFT_OUT) && !isKnown(list, names[field] ?? snakeCase(field)),
    );
    expect(unknown).toEqual([]);
  });

  it('leaves out only fields that the admin API still has', () => {
    const fields = new Set(
      Object.values(RESOURCES).flatMap(({ schemas }) =>
        schemas.flatMap((schema) => Object.keys(components.schemas[schema]!.properties)),
      ),
    );
    expect(Object.keys(LEFT_OUT).filter((field) => !fields.has(field))).toEqual([]);
  });

  it('has a list for each kind of record of the admin API, or a reason for having none', () => {
    const { paths } = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as { paths: object };
    const kinds = Object.keys(paths).flatMap(
      (path) => /^\/api\/admin\/v1\/([^/]+)\/\{id\}$/.exec(path)?.[1] ?? [],
    );
    const known = [
      ...Object.keys(RESOURCES).map((name) => name.replace(' ', '-')),
      ...Object.keys(NOT_IN_FILES),
    ];
    expect([...new Set(kinds)].toSorted()).toEqual(known.toSorted());
  });
});

import { In } from 'typeorm';
import { Webhook } from '@app/database';
import { raiseSubscriptionsRevision } from '@app/events';
import { changesOf, RULE_WORDS, type SecretBox } from '@app/platform';
import { isWebhookSecret, MAX_WEBHOOKS, newWebhookSecret, webhookChanges } from '@app/webhooks';
import type { ApplyContext } from './apply-context.js';
import { findLocked } from './apply-rows.js';
import { limitToApplications } from './limit-to-applications.js';
import type { WebhookEntry } from './webhook.dto.js';

/** Creates or updates the webhooks in a file and returns them, without their secrets. */
export async function applyWebhooks(
  context: ApplyContext,
  dtos: readonly WebhookEntry[],
): Promise<WebhookEntry[]> {
  if (dtos.length === 0) return [];
  const { manager, faults, outgoing, readSecret } = context;
  const existing = await findLocked(context, Webhook, dtos, whereNamed, ({ name }) => name);
  const described: WebhookEntry[] = [];
  for (const [index, dto] of dtos.entries()) {
    const path = `webhooks[${index}]`;
    const secret = dto.secret_env === undefined ? undefined : readSecret(dto.secret_env, 'webhook_secret');
    if (dto.secret_env !== undefined && !isWebhookSecret(secret ?? '')) {
      faults.push(
        `${path}.secret_env: the environment variable ${dto.secret_env} must contain whsec_ and the base64 of 24 to 64 bytes`,
      );
      continue;
    }
    const before = existing.get(dto.name);
    if (before && secret !== undefined && isReplaced(context.secrets, before, secret)) {
      faults.push(
        `${path}.secret_env: the environment variable ${dto.secret_env} contains the secret before the last rotation: change the variable, remove secret_env, or rotate in the panel`,
      );
      continue;
    }
    const fault = outgoing.faultOf(dto.url);
    if (fault) {
      faults.push(`${path}.url: ${RULE_WORDS[fault]}`);
      continue;
    }
    const webhook = await save(context, before, dto, secret);
    const applications = await limitToApplications(context, 'webhook', webhook, dto.applications, path);
    described.push(describe(webhook, applications, dto.secret_env));
  }
  if ((await manager.count(Webhook)) > MAX_WEBHOOKS)
    faults.push(`webhooks: there can be at most ${MAX_WEBHOOKS}`);
  await raiseSubscriptionsRevision(manager);
  return described;
}

/** True if a secret is not the current one, but the one before the last rotation. */
function isReplaced(
  secrets: SecretBox,
  { secretSealed, previousSecretSealed }: Webhook,
  secret: string,
): boolean {
  return (
    previousSecretSealed !== null &&
    secrets.open(previousSecretSealed) === secret &&
    secrets.open(secretSealed) !== secret
  );
}

function whereNamed(part: readonly WebhookEntry[]) {
  return { name: In(part.map(({ name }) => name)) };
}

async function save(
  { manager, secrets, now }: ApplyContext,
  before: Webhook | undefined,
  dto: WebhookEntry,
  secret: string | undefined,
): Promise<Webhook> {
  const isSame =
    before !== undefined && (secret === undefined || secrets.open(before.secretSealed) === secret);
  const wanted: Partial<Webhook> = {
    url: dto.url,
    types: dto.types,
    enabled: dto.enabled,
    revealCards: dto.reveal_cards,
    allApplications: dto.applications === undefined ? undefined : dto.applications === null,
    ...(!isSame && {
      secretSealed: secrets.seal(secret ?? newWebhookSecret()),
      // The new secret replaces the current and the previous secret at once.
      previousSecretSealed: null,
      previousSecretUntil: null,
    }),
  };
  if (before) {
    const changes = webhookChanges(before, wanted);
    if (Object.keys(changes).length > 0)
      await manager.update(Webhook, { id: before.id }, { ...changes, updatedAt: now });
    return Object.assign(before, changes);
  }
  const webhook = manager.create(Webhook, {
    name: dto.name,
    enabled: true,
    revealCards: false,
    allApplications: true,
    ...changesOf<Partial<Webhook>>({}, wanted),
    disabledReason: null,
    pausedUntil: 0,
    leaseOwner: null,
    leaseUntil: 0,
    createdAt: now,
    updatedAt: now,
  });
  await manager.insert(Webhook, webhook);
  return webhook;
}

function describe(
  { name, url, types, enabled, revealCards }: Webhook,
  applications: string[] | null,
  secretVariable: string | undefined,
): WebhookEntry {
  return {
    name,
    url,
    types,
    applications,
    reveal_cards: revealCards,
    enabled,
    ...(secretVariable !== undefined && { secret_env: secretVariable }),
  };
}

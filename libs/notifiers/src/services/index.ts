import type { NotifierKind } from '@app/database';
import { bark } from './bark.js';
import { dingtalk } from './dingtalk.js';
import { discord } from './discord.js';
import { feishu } from './feishu.js';
import { serverchan } from './serverchan.js';
import type { Service } from './service.js';
import { telegram } from './telegram.js';
import { wecom } from './wecom.js';

/** The services that are reached by HTTP. */
export const SERVICES: Record<Exclude<NotifierKind, 'email'>, Service> = {
  telegram,
  wecom,
  dingtalk,
  feishu,
  discord,
  serverchan,
  bark,
};

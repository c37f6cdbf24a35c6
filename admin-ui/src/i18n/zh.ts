import { mergeTranslations, type TranslationMessages } from 'react-admin';
import { accountZh } from './areas/account.zh';
import { cardsZh } from './areas/cards.zh';
import { commonZh } from './areas/common.zh';
import { contentZh } from './areas/content.zh';
import { overviewZh } from './areas/overview.zh';
import { notifiersZh } from './areas/notifiers.zh';
import { webhooksZh } from './areas/webhooks.zh';
import { requestsZh } from './areas/requests.zh';
import { salesZh } from './areas/sales.zh';
import { searchZh } from './areas/search.zh';
import { problemsZh } from './problems.zh';
import { reactAdminZh } from './react-admin-zh';

/** All Chinese translations. */
export const zh = mergeTranslations(
  reactAdminZh,
  commonZh,
  cardsZh,
  requestsZh,
  salesZh,
  contentZh,
  overviewZh,
  accountZh,
  webhooksZh,
  notifiersZh,
  searchZh,
  problemsZh,
) as TranslationMessages;

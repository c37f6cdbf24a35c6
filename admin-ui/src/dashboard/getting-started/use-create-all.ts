import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useDataProvider, useLocale, useStore, useTranslate } from 'react-admin';
import type { PanelDataProvider } from '../../api/data-provider';
import type { Application, Dto } from '../../api/types';
import { useNotifyError } from '../../components/use-notify-error';
import { randomHex } from '../../components/values';
import { messageKey } from '../../i18n/message-key';

/** Common durations of first card types. */
export const DURATIONS = ['day', 'week', 'month', 'year', 'forever'] as const;
export type Duration = (typeof DURATIONS)[number];

const TERMS: Record<Duration, Pick<Dto<'CreateCardTypeDto'>, 'durationUnit' | 'durationAmount'>> = {
  day: { durationUnit: 'days', durationAmount: 1 },
  week: { durationUnit: 'days', durationAmount: 7 },
  month: { durationUnit: 'months', durationAmount: 1 },
  year: { durationUnit: 'years', durationAmount: 1 },
  forever: { durationUnit: 'permanent' },
};

export interface Wishes {
  /** Name of the application. */
  name: string;
  duration: Duration;
  /** Number of cards. */
  count: number;
}

/**
 * Returns a function that creates an application, a card type and cards. Records that exist already are used again, for
 * example after an attempt that failed halfway.
 * @param existing application to which the cards are added
 */
export function useCreateAll(existing: Application | undefined) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const notifyError = useNotifyError();
  const queryClient = useQueryClient();
  const translate = useTranslate();
  const language = useLocale() === 'zh' ? 'zh-CN' : 'en';
  const [, choose] = useStore<number | null>('application', null);
  const [isBusy, setBusy] = useState(false);

  const createApplication = async (name: string) => {
    const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { data } = await dataProvider.create<Application>('applications', {
      data: { name, language, timeZone },
    });
    // Only an application in the loaded list can be selected.
    await queryClient.refetchQueries({ queryKey: ['applications', 'getList'] });
    choose(data.id);
    return data.id;
  };

  const typeOf = async (applicationId: number, duration: Duration) => {
    const name = translate(messageKey(`panel.getting_started.durations.${duration}`));
    const { data: types } = await dataProvider.getList<Dto<'CardTypeDto'>>('card-types', {
      filter: { applicationId },
      pagination: { page: 1, perPage: 1000 },
      sort: { field: 'id', order: 'ASC' },
    });
    const known = types.find((type) => type.name === name);
    if (known) return known.id;
    const data = { applicationId, name, ...TERMS[duration] };
    return (await dataProvider.create<Dto<'CardTypeDto'>>('card-types', { data })).data.id;
  };

  const create = async ({ name, duration, count }: Wishes) => {
    setBusy(true);
    try {
      const applicationId = existing?.id ?? (await createApplication(name));
      const cardTypeId = await typeOf(applicationId, duration);
      const requestKey = randomHex(16);
      await dataProvider.act('/card-jobs/generate', { applicationId, cardTypeId, count, requestKey });
      await queryClient.invalidateQueries({ queryKey: ['cards'] });
    } catch (error) {
      notifyError(error);
    } finally {
      setBusy(false);
    }
  };
  return { create, isBusy };
}

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useDataProvider } from 'react-admin';
import type { PanelDataProvider } from '../api/data-provider';
import type { SearchAnswer } from './search-options';

const DEBOUNCE_MS = 120;
const MIN_LENGTH = 2;
/** Maximum length of a query. A longer paste is truncated. */
const MAX_LENGTH = 500;

/**
 * Searches while somebody types. Until new results arrive, those of the previous text are shown.
 * @returns the answer; `isCurrent` is true if the answer belongs to the current text
 */
export function useSearch(text: string) {
  const dataProvider = useDataProvider<PanelDataProvider>();
  const wanted = Array.from(text.trim()).slice(0, MAX_LENGTH).join('').toWellFormed();
  const [asked, ask] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => ask(wanted), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
  const isAsked = Array.from(asked).length >= MIN_LENGTH;
  const { data, error, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['search', asked],
    queryFn: () => dataProvider.read<SearchAnswer>(`/search?${new URLSearchParams({ q: asked }).toString()}`),
    enabled: isAsked,
    placeholderData: keepPreviousData,
    retry: false,
    // No caching: a card may have been frozen since an earlier search for the same text.
    staleTime: 0,
    gcTime: 0,
  });
  const isCurrent = wanted === asked && !isFetching;
  return {
    isAsked,
    isCurrent,
    answer: isAsked && !error ? data : undefined,
    /** True if the results belong to an earlier search text. */
    isOld: isPlaceholderData,
    error: isAsked && isCurrent ? error : null,
  };
}

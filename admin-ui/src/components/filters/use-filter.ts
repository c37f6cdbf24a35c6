import { useEffect, useEffectEvent, useState } from 'react';
import { useListContext } from 'react-admin';

/** Delay before a list is filtered. It is short, but longer than the time between two letters of a fast typist. */
const TYPING_MS = 150;

export type FilterValue = string | number | boolean;

/**
 * Returns a value of the list's filter, and a function that sets it; `undefined` removes it.
 * @param replaced another filter, which is removed as soon as this one is set
 */
export function useFilter(
  source: string,
  replaced = source,
): [FilterValue | undefined, (value: FilterValue | undefined) => void] {
  const { filterValues, setFilters } = useListContext();
  const set = (value: FilterValue | undefined) => {
    const { [source]: _, [replaced]: _replaced, ...others } = filterValues as Record<string, unknown>;
    setFilters(value === undefined ? others : { ...others, [source]: value });
  };
  return [filterValues[source] as FilterValue | undefined, set];
}

export type ParseText = (text: string) => FilterValue | null | undefined;

const asTyped: ParseText = (text) => text;

/**
 * Returns the text of an input for a value of the list's filter, and a function that handles typed text. The list is
 * filtered shortly after the last letter.
 */
export function useFilterText(source: string, parse: ParseText = asTyped): [string, (text: string) => void] {
  const [value, setValue] = useFilter(source);
  const [text, setText] = useState(textOf(value));
  const [sent, setSent] = useState(value);
  const [seen, setSeen] = useState(value);
  const [isTyping, setTyping] = useState(false);
  // Shows a filter that was changed elsewhere, for example by a click on the menu.
  if (seen !== value) {
    setSeen(value);
    if (value !== sent) {
      setText(textOf(value));
      setSent(value);
      setTyping(false);
    }
  }
  const send = useEffectEvent(() => {
    const typed = parse(text);
    const next = typed === '' || typed == null ? undefined : typed;
    setTyping(false);
    if (next === value) return;
    setSent(next);
    setValue(next);
  });
  useEffect(() => {
    if (!isTyping) return;
    const timer = setTimeout(send, TYPING_MS);
    return () => clearTimeout(timer);
  }, [isTyping, text]);
  const type = (typed: string) => {
    setText(typed);
    setTyping(true);
  };
  return [text, type];
}

function textOf(value: FilterValue | undefined): string {
  return value === undefined ? '' : String(value);
}

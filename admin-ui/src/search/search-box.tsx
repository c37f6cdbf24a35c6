import Close from '@mui/icons-material/Close';
import Search from '@mui/icons-material/Search';
import { Alert, Box, Divider, IconButton, InputBase, LinearProgress } from '@mui/material';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { useOpenInApplication } from '../layout/application-context';
import { NothingFound } from './nothing-found';
import { optionId, SearchList } from './search-list';
import { resultOptions, type SearchOption } from './search-options';
import { usePlaces } from './use-places';
import { useSearch } from './use-search';

/** Box and list of the search. Arrow keys move in the list, Enter opens the active option. */
export function SearchBox({ onClose }: { onClose: () => void }) {
  const translate = useTranslate();
  const listId = useId();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState(0);
  const [waits, setWaits] = useState(false);
  const { answer, error, isAsked, isCurrent, isOld } = useSearch(text);
  const places = usePlaces(text, isOld ? undefined : answer);
  const options = [...(answer ? resultOptions(answer) : []), ...places];
  const active = Math.min(moved, options.length - 1);
  const activeOption = options[active];
  const choose = useChoose(onClose, (query) => {
    setText(query);
    setMoved(0);
  });

  // If Enter was pressed before the answer arrived, for example right after a paste, the first option opens.
  const chooseWaiting = useEffectEvent(() => {
    setWaits(false);
    if (options[0]) choose(options[0]);
  });
  useEffect(() => {
    if (waits && isCurrent) chooseWaiting();
  }, [waits, isCurrent]);

  const onKeyDown = (event: KeyboardEvent) => {
    // In an input method for Chinese, Enter confirms a suggestion and must not open an option.
    if (event.nativeEvent.isComposing) return;
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step !== undefined) setMoved((active + step + options.length) % Math.max(1, options.length));
    else if (!isCurrent && moved === 0) setWaits(true);
    else if (activeOption) choose(activeOption);
  };
  const onText = (value: string) => {
    setText(value);
    setMoved(0);
    setWaits(false);
  };
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, px: 2, py: 1 }}>
        <Search color="action" />
        <InputBase
          value={text}
          onChange={({ target }) => onText(target.value)}
          onKeyDown={onKeyDown}
          autoFocus
          fullWidth
          placeholder={translate('panel.search.placeholder')}
          slotProps={{
            input: {
              role: 'combobox',
              'aria-label': translate('panel.search.open'),
              'aria-autocomplete': 'list',
              'aria-expanded': options.length > 0,
              'aria-controls': options.length > 0 ? listId : undefined,
              'aria-activedescendant': activeOption && optionId(listId, activeOption),
              autoComplete: 'off',
              autoCapitalize: 'off',
              spellCheck: false,
              enterKeyHint: 'go',
            },
          }}
        />
        <IconButton edge="end" onClick={onClose} aria-label={translate('ra.action.close')}>
          <Close />
        </IconButton>
      </Box>
      {isCurrent || !isAsked ? <Divider sx={{ mt: '3px' }} /> : <LinearProgress />}
      {error && (
        <Alert severity="error" sx={{ m: 2, flexShrink: 0 }}>
          {error.message}
        </Alert>
      )}
      {answer && !isOld && answer.results.length === 0 && <NothingFound answer={answer} />}
      {options.length > 0 && (
        <SearchList
          id={listId}
          options={options}
          active={active}
          more={answer?.more ?? []}
          isOld={isOld}
          onActive={setMoved}
          onChoose={choose}
        />
      )}
    </>
  );
}

/** Returns a function that searches for an option's text, or selects its application and opens its page. */
function useChoose(onClose: () => void, search: (query: string) => void): (option: SearchOption) => void {
  const navigate = useNavigate();
  const openIn = useOpenInApplication();
  return ({ target }) => {
    if ('query' in target) return search(target.query);
    const { path, applicationId, action } = target;
    onClose();
    const options = { state: action === undefined ? null : { action } };
    if (applicationId === undefined) void navigate(path, options);
    else openIn(applicationId, path, options);
  };
}

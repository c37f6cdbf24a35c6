import { Box, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';
import { messageKey, type MessageKey } from '../i18n/message-key';
import { ResultLine } from './result-line';
import type { SearchOption } from './search-options';

interface SearchListProps {
  id: string;
  options: readonly SearchOption[];
  /** Index of the option that Enter chooses. */
  active: number;
  /** Groups that have more records than are shown. */
  more: readonly string[];
  /** True if the options belong to an earlier search text. */
  isOld: boolean;
  onActive: (index: number) => void;
  onChoose: (option: SearchOption) => void;
}

/** Returns the id of an option's element. */
export function optionId(list: string, { id }: SearchOption): string {
  return `${list}-${id}`;
}

/** The options below the search box, grouped by kind. The box keeps the focus. */
export function SearchList({ id, options, active, more, isOld, onActive, onChoose }: SearchListProps) {
  const translate = useTranslate();
  const groups = [...new Set(options.map(({ group }) => group))];
  return (
    <Box
      id={id}
      role="listbox"
      aria-label={translate('panel.search.results')}
      sx={{ pb: 1, overflowY: 'auto', minHeight: 120, opacity: isOld ? 0.6 : 1 }}
    >
      {groups.map((group) => (
        <Box key={group} role="group" aria-labelledby={`${id}-${group}`}>
          <Typography
            id={`${id}-${group}`}
            role="presentation"
            variant="overline"
            component="div"
            sx={HEADING}
          >
            {translate(titleOf(group))}
            {more.includes(group) && ` · ${translate('panel.search.more')}`}
          </Typography>
          {options.map((option, index) =>
            option.group === group ? (
              <Option
                key={option.id}
                id={optionId(id, option)}
                option={option}
                isActive={index === active}
                onActive={() => onActive(index)}
                onChoose={() => onChoose(option)}
              />
            ) : null,
          )}
        </Box>
      ))}
    </Box>
  );
}

interface OptionProps {
  id: string;
  option: SearchOption;
  isActive: boolean;
  onActive: () => void;
  onChoose: () => void;
}

function Option({ id, option, isActive, onActive, onChoose }: OptionProps) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <Box
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      onMouseMove={isActive ? undefined : onActive}
      // Keeps the focus in the box.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
      sx={isActive ? { ...OPTION, bgcolor: 'action.selected' } : OPTION}
    >
      {'result' in option ? <ResultLine result={option.result} /> : <Typography>{option.label}</Typography>}
    </Box>
  );
}

function titleOf(group: string): MessageKey {
  return messageKey(`panel.search.group.${group as 'card'}`);
}

const HEADING = { px: 2, pt: 1, lineHeight: 2, color: 'text.secondary', textTransform: 'none' };
const OPTION = { display: 'flex', alignItems: 'center', px: 2, py: 0.75, minHeight: 44, cursor: 'pointer' };

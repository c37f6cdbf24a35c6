import type { MessageKey } from '../../i18n/message-key';

/** A resource whose records have versions of a text. */
export interface History {
  resource: 'functions' | 'variables';
  /** The field with the text. */
  field: 'source' | 'value';
  /** Name of the text. */
  label: MessageKey;
}

/** A record with versions, and its current text. */
export interface Versioned {
  id: number;
  version: number;
  rowVersion: number;
  source?: string;
  value?: string;
}

/** A version. In lists its text is missing. */
export interface KeptVersion {
  id: number;
  version: number;
  createdBy: string;
  createdAt: number;
  source?: string;
  value?: string;
}

export const FUNCTION_HISTORY: History = {
  resource: 'functions',
  field: 'source',
  label: 'resources.functions.fields.source',
};
export const VARIABLE_HISTORY: History = {
  resource: 'variables',
  field: 'value',
  label: 'resources.variables.fields.value',
};

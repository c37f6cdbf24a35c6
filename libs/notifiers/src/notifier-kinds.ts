import type { Notifier, NotifierKind } from '@app/database';

/** Content of a notifier's token field; `none` for a kind of notifier without a token field. */
type TokenForm = 'url' | 'bot_token' | 'send_key' | 'device_key' | 'none';
type RecipientForm = 'chat' | 'email' | 'none';

interface KindFields {
  readonly token: TokenForm;
  readonly recipient: RecipientForm;
  /** True if people can host the service themselves, at their own address. */
  readonly address: boolean;
  /** True if the service can verify signed requests. */
  readonly signing: boolean;
}

const ROBOT = { token: 'url', recipient: 'none', address: false } as const;

/** The fields of each kind. */
export const KIND_FIELDS: Record<NotifierKind, KindFields> = {
  telegram: { token: 'bot_token', recipient: 'chat', address: true, signing: false },
  wecom: { ...ROBOT, signing: false },
  dingtalk: { ...ROBOT, signing: true },
  feishu: { ...ROBOT, signing: true },
  discord: { ...ROBOT, signing: false },
  serverchan: { token: 'send_key', recipient: 'none', address: true, signing: false },
  bark: { token: 'device_key', recipient: 'none', address: true, signing: false },
  email: { token: 'none', recipient: 'email', address: false, signing: false },
};

const FORMS: Record<Exclude<TokenForm, 'url' | 'none'> | Exclude<RecipientForm, 'none'>, RegExp> = {
  bot_token: /^\d{1,20}:[\w-]{10,100}$/,
  send_key: /^(SCT|sctp)[A-Za-z0-9]{5,200}$/,
  device_key: /^[\w-]{5,100}$/,
  chat: /^(-?\d{1,20}|@[A-Za-z]\w{3,31})$/,
  email: /^[^\s@<>",;]{1,64}@[^\s@<>",;]{1,185}$/,
};

/** Codes of faults in fields that depend on the kind. */
export type KindFault =
  'required' | 'not_for_kind' | 'bot_token' | 'send_key' | 'device_key' | 'chat' | 'email_address';

/** The fields of a notifier that depend on its kind, with decrypted secrets. */
export type KindValues = Pick<Notifier, 'kind' | 'recipient' | 'address'> & {
  readonly token: string | null;
  readonly signingSecret: string | null;
};

/**
 * Returns the faults in fields that depend on the kind. Addresses are not checked here, since the server's settings
 * determine which addresses are allowed.
 */
export function kindFaults(values: KindValues): Partial<Record<keyof KindValues, KindFault>> {
  const fields = KIND_FIELDS[values.kind];
  const faults: Partial<Record<keyof KindValues, KindFault>> = {};
  const check = (field: 'token' | 'recipient', form: TokenForm | RecipientForm) => {
    const value = values[field];
    if (form === 'none') {
      if (value !== null) faults[field] = 'not_for_kind';
    } else if (value === null) faults[field] = 'required';
    else if (form !== 'url' && !FORMS[form].test(value))
      faults[field] = form === 'email' ? 'email_address' : form;
  };
  check('token', fields.token);
  check('recipient', fields.recipient);
  if (values.address !== null && !fields.address) faults.address = 'not_for_kind';
  if (values.signingSecret !== null && !fields.signing) faults.signingSecret = 'not_for_kind';
  return faults;
}

/** Returns the addresses that people have entered and to which the notifier sends requests. */
export function typedAddresses({ kind, token, address }: KindValues): { token?: string; address?: string } {
  return {
    ...(KIND_FIELDS[kind].token === 'url' && token !== null && { token }),
    ...(address !== null && { address }),
  };
}

// All codes of the admin API with their messages. Released codes and parameters must not change, since programs and the
// panel's translations depend on them. `%{name}` stands for a parameter.

/** Refusals of requests, grouped by HTTP status. `%{faults}` stands for the faults of the refused fields. */
export const REFUSALS = {
  400: {
    malformed_request: 'The body is not valid JSON, or the URL is invalid',
    invalid_query: '%{faults}',
    invalid_filter: 'filter: %{faults} (allowed: %{known})',
    invalid_filter_json: 'filter must be a JSON object such as {"applicationId":1}',
    invalid_query_json: '%{name} must be JSON and must occur once',
    invalid_sort: 'sort must be ["<field>","ASC"] or ["<field>","DESC"]; fields: %{known}',
    invalid_range: 'range must be [first,last], counted from 0, and cover at most %{max} rows',
    body_incomplete: 'The body is incomplete',
  },
  401: {
    not_signed_in: 'Sign in, or send a valid API token',
    wrong_password: 'Wrong email address or password',
    totp_required: 'A one-time password is required',
    wrong_totp: 'Wrong one-time password',
    session_ended: 'The session has ended; sign in again',
  },
  403: {
    forbidden: 'This action is not allowed',
    address_not_allowed: 'This address is not allowed to use the admin API.',
    wrong_csrf_token:
      'The sign-in has changed: reload the page, or send the csrfToken of /auth/me as X-CSRF-Token',
    in_person_only: 'Only a signed-in administrator can do this; API tokens cannot',
    role_too_low: 'This requires the role %{needed}; yours is %{role}',
    owners_block_only: 'Only an owner can create, change or delete a block for all applications',
  },
  404: {
    no_such_endpoint: 'No such endpoint',
    not_found: 'This %{kind} does not exist, or you have no access to it',
  },
  409: {
    record_changed: 'Someone else has changed this record; reload it and repeat the change',
    parent_deleted: 'The record to which this record belongs has been deleted',
    last_owner: 'This is the last owner who can sign in; create another one first',
    totp_in_use: 'Two-factor authentication is already on; turn it off first',
    totp_not_in_use: 'Two-factor authentication is off',
    totp_without_key: 'Request a key for two-factor authentication first',
    application_enabled: 'Disable the application first: deleting it locks out its clients immediately',
    no_overlap: 'Only the current secret is valid, so there is no overlap to end',
    card_type_in_use: 'Cards or users of this type exist; delete them first',
    too_many_webhooks: 'There are already %{max} webhooks; delete one first',
    webhook_disabled: 'Enable the webhook first',
    too_many_notifiers: 'There are already %{max} notifiers; delete one first',
    cards_being_made: 'A job is creating cards of this application; wait until it is done, or cancel it',
    not_activated: 'Only an activated %{kind} can be reset',
    not_counted: 'Uses can be changed only on a %{kind} that counts them',
    no_running_time: 'Time can be added only to an activated %{kind} that is not permanent',
    channel_with_orders:
      'A channel with orders cannot be deleted, since repeated orders must be recognized; disable the channel instead',
    channel_with_payments:
      'The channel has %{count} payments whose cards were not issued; issue the cards or dismiss the payments first',
    channel_order_limit: 'The channel may order at most %{max} cards at once',
    channel_day_limit:
      'The channel may order only %{left} more cards before midnight in the time zone of the application',
    out_of_stock: 'Only %{available} of the %{quantity} cards are available',
    payment_unmapped: 'The channel has no product with the id %{products}; add one, then try again',
    payment_closed: 'The payment is closed: its cards were issued, or it was refunded or dismissed',
    order_refunded: 'The order was refunded',
    mail_not_configured: 'The server has no mail settings: MAIL_URL and MAIL_FROM',
    keys_taken: 'Nearly all keys that the mask of the card type allows are taken',
    session_already_ended: 'The session has already ended',
    job_ended: 'The job is already %{status}',
    job_being_cancelled: 'The job is already being cancelled',
    job_being_completed: 'The job is about to complete',
  },
  413: {
    body_too_large: 'The body is too large',
    page_too_large: 'These rows contain more than %{maxMib} MiB of text; request fewer, such as %{fitting}',
    import_too_large: 'The body must not exceed %{maxMib} MiB; import the cards in parts',
  },
  415: {
    not_json: 'The body must be application/json in UTF-8',
    not_csv_or_json: 'The body must be text/csv or application/json in UTF-8, uncompressed',
    not_csv_or_text: 'The body must be text/csv or text/plain in UTF-8, uncompressed',
  },
  422: {
    invalid_fields: '%{faults}',
  },
  429: {
    too_many_tries: 'Too many failed attempts; try again in %{seconds}',
    too_many_signature_checks: 'Too many signature checks; try again in %{seconds}',
    too_many_jobs: '%{jobs} jobs are already waiting; try again in %{seconds}',
    too_many_uploads: 'The server is already receiving %{files} files from you; try again in %{seconds}',
  },
  500: {
    internal_error: 'Internal server error',
  },
  503: {
    unavailable: 'A server component is not responding; try again',
    database_unavailable: 'The database is not responding; try again',
    sandbox_unavailable: 'The function sandbox cannot start on this server; see the server’s log',
    too_many_calls: 'Too many function calls are waiting; try again',
    server_stopping: 'The server is stopping; try again in %{seconds}',
  },
} as const;

/**
 * Faults of particular fields, in addition to those of the general rules (`RULE_WORDS`). The field's name precedes the
 * message.
 */
export const FIELD_FAULTS = {
  required: 'is required',
  unknown_field: 'cannot be set here',
  nested_too_deep: 'is nested too deeply',
  taken: 'is already taken',
  wrong: 'is wrong',
  wrong_or_used: 'is wrong or has already been used',
  current_version: 'is now %{rowVersion}',
  not_in_future: 'must be in the future',
  zero: 'must not be 0',
  not_an_object: 'must be an object',
  one_of_two: 'or %{other} is required, but not both',
  not_ids: 'must be a list of IDs',
  no_ids: 'must contain at least one ID',
  too_many_ids: 'must contain at most %{max} IDs',
  too_many_bytes: 'must not exceed %{max} bytes',
  email_address: 'must be an email address',
  printable: 'must be printable text without leading or trailing white space',
  address_or_range: 'must be an IPv4 or IPv6 address or a CIDR range, such as 192.0.2.0/24',
  end_of_span: 'must be later than from, by at most %{days} days',
  export_columns: 'must be a comma-separated list of distinct names from %{known}',
  no_export_columns: 'must be omitted: only the format csv has columns',

  not_for_kind: 'is not used by this kind of notifier',
  bot_token: 'must be the token of a bot, such as 123456789:AAE…',
  send_key: 'must be a SendKey, which begins with SCT or sctp',
  device_key: 'must be the key of a device: 5 to 100 letters, digits, _ and -',
  chat: 'must be the ID of a chat, such as -1001234567890, or the name of a channel, such as @shop',
  quiet_hours: 'requires a start and an end',
  needs_mail_settings: 'requires the settings MAIL_URL and MAIL_FROM of the server',
  address_list: 'must be a list of at most %{max} IPv4 or IPv6 addresses or CIDR ranges',
  not_a_list: 'must be a list',
  too_many_products: 'must contain at most %{max} products',
  only_for_stock: 'is allowed only for the mode stock',
  only_for_signed:
    'is allowed only for payment services that sign their events: Stripe, Lemon Squeezy, Polar and WooCommerce',
  order_key_used: 'has already been used for another order',

  foreign_application: 'is not one of your applications',
  foreign_applications: 'contains an application that is not yours',
  unknown_applications: 'contains an application that does not exist',
  role_above_yours: 'cannot exceed your own role, %{role}',
  owner_has_all: 'cannot be owner: owners have all applications; choose another role to limit the token',
  heartbeat_timeout: 'must be less than the heartbeat timeout (%{timeout})',
  unbind_hours: 'must be at least 1 for the policy %{policy}',
  unbind_limit_required: 'is required by the unbind policy %{policy}, which adds time',
  unlimited_card_type:
    'has no unbind limit, which the unbind policy %{policy} requires; edit the card type first',
  unlimited_card_types: '%{policy} adds time and requires an unbind limit on these card types: %{cardTypes}',
  short_card_types:
    'needs card keys of at least %{bits} random bits: the keys of %{cardTypes} can be guessed. Lengthen their masks, or ' +
    'confirm short keys',
  short_keys:
    "must give at least %{bits} random bits while the customer's page is open, unless short keys are confirmed",
  duration_required: 'is required for %{unit}, and must be at least 1',
  unknown_card_type: 'is not a card type of the application',
  unknown_card: 'is not a card of the application',
  version_taken: 'already exists in the channel %{channel} as %{version}',
  data_quota: 'exceeds the quota of remote data',
  card_required: 'is required for the scope card',
  card_not_allowed: 'is allowed only for the scope card',
  unreadable: '%{reason}',

  json_list: 'must be a JSON array such as [1,"a"], of at most %{max} bytes',
  syntax_error: 'has a syntax error in line %{line}: %{reason}',
  not_compiled: 'cannot be compiled: %{reason}',
  function_missing: 'does not define a function named %{name}; add one, such as function %{name}() { … }',
  function_fails: 'fails to load: %{reason}',

  timeline_cursor: 'must be the value of `next` in an earlier answer',
  card_template: 'must contain {card} and no placeholders other than %{known}, at most %{max} characters',
  key_alphabet: 'must be 10 to 64 distinct printable characters, without * or white space',
  key_room:
    'allows only %{room} keys; %{count} cards require %{needed} possible keys, %{times} for each, to be hard to guess',
  request_key_used: 'has already been used for another job',
  filter_too_wide: 'matches more than %{max} cards; narrow it',
  filter_application: 'is not the application of the job',
  only_for_action: 'is allowed only for the action %{action}',

  too_many_values:
    'must not exceed %{fields} fields, %{containers} lists and objects, and %{values} values in total',
  not_utf8: 'is not UTF-8 text',
  not_csv: 'is not valid CSV: %{reason}',
  no_card_column: 'must have a header row with exactly one column named card',
  no_cards: 'contains no cards',
  too_many_cards: 'contains more than %{max} cards; import them in parts',
  too_many_columns: 'has more than %{max} columns',
  too_many_lines: 'has more than %{max} lines, including blank ones',
  too_many_csv_fields: 'has more than %{max} fields',
  no_rows: 'contains no rows',
  too_many_rows: 'contains more than %{max} rows; import them in parts',
  not_json_rows: 'must be a JSON list of objects, or have an object in each line',
  json_too_deep: 'is nested more than %{max} levels deep',
  column_repeated: 'has two columns with the same name',
  line_too_long: 'has a line of more than %{max} characters',
} as const;

/** Reasons why a line of an import creates no card or user. */
export const LINE_FAULTS = {
  row_updated: 'changed: %{fields}',
  row_unchanged: 'already has these values',
  user_exists: 'the application already has this user',
  card_consumed_here: 'the card was already consumed in this application and cannot be changed',
  name_missing: 'has neither a card nor a user name',
  column_not_text: 'the %{column} must be a text or a number',
  column_invalid_flag: 'the %{column} must be true or false',
  column_invalid_number: 'the %{column} must be a whole number from %{min} to %{max}',
  column_invalid_time: 'the %{column} must be a time such as 2026-01-31T12:00:00Z, or seconds since 1970',
  state_unknown: 'the state must be unused, active or expired',
  ends_differ: 'has both expires_at and remaining_seconds',
  unused_with_time: 'is unused, but has times; its time comes from its card type at the first login',
  activated_in_future: 'was activated in the future',
  expires_in_future: 'is expired, but ends in the future',
  end_before_start: 'ends before it was activated',
  end_missing: 'is active without an end, but its card type is not permanent',
  end_of_permanent: 'has an end, but its card type is permanent',
  uses_not_counted: 'has uses left, but its card type does not count uses',
  too_many_row_devices: 'has more than %{max} devices',
  card_type_missing: 'has no card type',
  unknown_row_card_type: 'the application has no card type %{cardType}',
  unlimited_row_card_type:
    'its card type %{cardType} has no unbind limit, which the unbind policy %{policy} requires',
  user_password_missing: 'the user has no password hash',
  password_hash_unknown: 'the password hash must be bcrypt with a cost from 4 to 14, or MD5 in hex',
  used_by_user: 'was used by the user %{username}; import the users',
  used_card_frozen:
    'was used by the user %{username}, but was still unused in this application, so it was frozen; import the users',
  subscriptions_missing:
    'has no end: the file lacks subscriptions. Use the file Export Users of the KeyAuth panel; each part of it must contain all subscriptions of its users',
  deleted_elsewhere: 'was deleted in the other system',
  row_not_json: 'is not valid JSON',
  row_not_object: 'is not a JSON object',
  field_repeated: 'has two fields with the same name',
  card_exists: 'the application already has this card',
  card_repeated: 'the same as line %{line}',
  card_missing: 'the card is missing',
  wrong_field_count: 'has %{fields} fields, but the header has %{columns}',
  column_too_long: 'the %{column} has more than %{max} characters',
  column_with_white_space: 'the %{column} has leading or trailing white space',
  column_unprintable: 'the %{column} has unprintable characters',
} as const;

/** Reasons why a card job failed. The job changed nothing. */
export const JOB_FAILURES = {
  card_type_deleted: 'The card type has been deleted; nothing was changed',
  keys_used_up: 'Nearly all keys that the mask %{mask} allows are taken; no cards were created',
  all_lines_invalid: 'All lines are invalid; nothing was imported',
  invalid_lines: '%{lines} lines are invalid; nothing was imported',
  server_stopped: 'The server stopped before the job was done; nothing was changed',
  author_without_rights: 'The author of the job no longer has the right to run it; nothing was changed',
  job_lost: 'The application was deleted, or another process took over the job',
  job_disk_full: 'The disk of the database is full or not writable; nothing was changed',
  job_without_database: 'The database did not respond; nothing was changed',
  job_cards_locked: 'Other changes of these cards or users took too long; nothing was changed',
  job_error: 'Internal server error; nothing was changed. See the server’s log',
} as const;

/** Notices about a result that may differ from what the caller expects. */
export const NOTICES = {
  guessable_keys:
    'A key has %{random} random characters from an alphabet of %{characters}, which is %{bits} random bits. ' +
    'At least %{safeBits} bits are recommended, since shorter keys are easier to guess; use a mask with %{safeRandom} *',
  spent_cards_frozen:
    'Freezing consumed cards does not take back their time: %{spent} of these cards were consumed by recharges or registrations',
  spent_card_frozen:
    'Freezing a consumed card does not take back its time, which stays with: %{kind} %{name}',
} as const;

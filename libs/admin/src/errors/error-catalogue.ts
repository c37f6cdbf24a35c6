// All codes of the admin API with their messages. Codes and parameters are stable once released: programs and the
// panel's translations depend on them. `%{name}` stands for a parameter.

/** Refusals of requests, by HTTP status. `%{faults}` stands for the faults of the fields that the refusal names. */
export const REFUSALS = {
  400: {
    malformed_request: 'The body is not valid JSON, or the address is not valid',
    invalid_query: '%{faults}',
    invalid_filter: 'filter: %{faults} (it can have %{known})',
    invalid_filter_json: 'filter must be a JSON object such as {"applicationId":1}',
    invalid_query_json: '%{name} must be given once, as JSON',
    invalid_sort: 'sort must be ["<field>","ASC"] or ["<field>","DESC"] with one of %{known}',
    invalid_range: 'range must be [first,last] counted from 0, with at most %{max} rows',
    body_incomplete: 'The body broke off',
  },
  401: {
    not_signed_in: 'Sign in, or send an API token that is valid',
    wrong_password: 'Wrong e-mail address or password',
    totp_required: 'Enter the one-time password too',
    wrong_totp: 'Wrong one-time password',
    session_ended: 'The session was ended at once',
  },
  403: {
    forbidden: 'Nobody may do this',
    address_not_allowed: 'Administration is not open to this address.',
    wrong_csrf_token: 'The X-CSRF-Token header must carry the csrfToken that sign-in and /auth/me answer',
    in_person_only: 'Only an administrator in person may do this',
    role_too_low: 'This needs the role %{needed}; yours is %{role}',
    owners_block_only: 'Only an owner may block for every application',
  },
  404: {
    no_such_endpoint: 'There is nothing at this address',
    not_found: 'There is no such %{kind}, or it is not yours to see',
  },
  409: {
    record_changed: 'Somebody else changed this meanwhile; load it again and repeat the change',
    parent_deleted: 'What this is to belong to was deleted meanwhile',
    last_owner: 'This is the last owner who can sign in; make another one first',
    totp_in_use: 'One-time passwords are in use already; turn them off first',
    totp_not_in_use: 'One-time passwords are not in use',
    totp_without_key: 'Ask for a key first',
    application_enabled: 'Disable the application first: its clients would be shut out at once',
    card_type_in_use: 'There are cards or users of this type; delete them first',
    cards_being_made: 'A job makes cards of this application: wait until it is done, or cancel it',
    not_activated: 'Only an activated %{kind} can be reset',
    no_running_time: 'Only an activated %{kind} whose time can pass can get more or less of it',
    session_already_ended: 'The session has ended already',
    job_ended: 'The job is %{status} already',
    job_being_cancelled: 'The job is being cancelled already',
    job_being_completed: 'The job is just being completed',
  },
  413: {
    body_too_large: 'The body is too large',
    page_too_large: 'These rows hold more than %{maxMib} MiB of text; ask for fewer, such as %{fitting}',
    import_too_large: 'The body may have %{maxMib} MiB at most; import the cards in parts',
  },
  415: {
    not_json: 'The body must be sent as application/json in UTF-8',
    not_csv_or_text: 'The body must be sent as text/csv or text/plain, in UTF-8 and not compressed',
  },
  422: {
    invalid_fields: '%{faults}',
  },
  429: {
    too_many_tries: 'Too many wrong tries; try again in %{seconds}',
    too_many_signature_checks: 'Too many signature checks; try again in %{seconds}',
    too_many_jobs: '%{jobs} jobs are waiting already; try again in %{seconds}',
  },
  500: {
    internal_error: 'The server made a mistake',
  },
  503: {
    unavailable: 'A part of the server does not answer at the moment; try again',
    database_unavailable: 'The database does not answer at the moment; try again',
    sandbox_unavailable: 'The sandbox for functions does not start on this server; its log says more',
    too_many_calls: 'Too many function calls are waiting at the moment; try again',
    server_stopping: 'The server is stopping; try again in %{seconds}',
  },
} as const;

/** Faults of a field beyond the rules of all fields (`RULE_WORDS`). The field's name precedes the message. */
export const FIELD_FAULTS = {
  required: 'is required',
  unknown_field: 'is not a field that can be set here',
  nested_too_deep: 'is nested too deep',
  taken: 'is taken already',
  wrong: 'is wrong',
  wrong_or_used: 'is wrong or was used already',
  current_version: 'is %{rowVersion} by now',
  not_in_future: 'must be in the future',
  zero: 'must not be 0',
  not_an_object: 'must be an object',
  one_of_two: 'or %{other} must be given, and not both',
  not_ids: 'must be a list of ids',
  no_ids: 'must have at least one id',
  too_many_ids: 'must have at most %{max} ids',
  too_many_bytes: 'must have at most %{max} bytes',
  email_address: 'must be an e-mail address',
  printable: 'must be printable characters without white space around them',
  address_or_range: 'must be an IPv4 or IPv6 address or a CIDR range, such as 192.0.2.0/24',
  end_of_span: 'must be later than from, by at most %{days} days',
  export_columns: 'must be names with commas between, each once, out of %{known}',
  no_export_columns: 'must be left out: there are none in the format txt',

  foreign_application: 'is not an application that is yours',
  foreign_applications: 'has an application that is not yours',
  unknown_applications: 'has an application that does not exist',
  role_above_yours: 'cannot be more than yours, %{role}',
  owner_has_all: 'owner has all applications; limit the token to another role',
  heartbeat_timeout: 'must be less than the heartbeat timeout (%{timeout})',
  unbind_hours: 'must be at least 1 for the policy %{policy}',
  unbind_limit_required: 'is required by the unbind policy %{policy}, which gives time back',
  unlimited_card_type:
    'has no unbind limit, which the unbind policy %{policy} requires; edit the card type first',
  unlimited_card_types:
    '%{policy} gives time back and needs an unbind limit on these card types: %{cardTypes}',
  duration_required: 'is required for %{unit}, and must be at least 1',
  unknown_card_type: 'is not a card type of the application',
  unknown_card: 'is not a card of the application',
  version_taken: 'is in the channel %{channel} already, as %{version}',
  data_quota: 'does not fit into the quota of remote data',
  card_required: 'is required for the scope card',
  card_not_allowed: 'is for the scope card only',
  unreadable: '%{reason}',

  json_list: 'must be JSON text of a list, such as [1,"a"], of at most %{max} bytes',
  syntax_error: 'has a syntax error in line %{line}: %{reason}',
  not_compiled: 'cannot be compiled: %{reason}',
  function_missing: 'defines no function named %{name}: a script such as function %{name}() { … } is needed',
  function_fails: 'fails before it can be called: %{reason}',

  key_alphabet: 'must be 10 to 64 distinct printable characters, none of them * or white space',
  key_room:
    'has room for %{room} keys, and %{count} need room for %{needed}, %{times} times as many, or too many guesses would be right',
  request_key_used: 'was used for another job',
  filter_too_wide: 'lets more than %{max} cards through; narrow it',
  filter_application: 'is another application than that of the job',
  only_for_action: 'is only for the action %{action}',

  too_many_values:
    'must have at most %{fields} fields, %{containers} lists and objects, and %{values} values in all',
  not_utf8: 'is not text in UTF-8',
  not_csv: 'is not CSV: %{reason}',
  no_card_column: 'must have a header row in which one column is called card',
  no_cards: 'has no cards',
  too_many_cards: 'has more than %{max} cards; import them in parts',
  too_many_columns: 'has more than %{max} columns',
  too_many_lines: 'has more than %{max} lines, blank ones included',
  too_many_csv_fields: 'has more than %{max} fields',
  line_too_long: 'has a line of more than %{max} characters',
} as const;

/** Reasons why a line of an import creates no card. */
export const LINE_FAULTS = {
  card_exists: 'the application has this card already',
  card_repeated: 'line %{line} has this card',
  card_missing: 'the card is missing',
  wrong_field_count: 'has %{fields} fields, but the header has %{columns}',
  column_too_long: 'the %{column} has more than %{max} characters',
  column_with_white_space: 'the %{column} has white space around it',
  column_unprintable: 'the %{column} has characters that cannot be printed',
} as const;

/** Reasons why a card job failed. The job changed nothing. */
export const JOB_FAILURES = {
  card_type_deleted: 'The card type was deleted meanwhile; nothing was changed',
  keys_used_up: 'Nearly all keys that the mask %{mask} has room for are taken; no card was made',
  invalid_lines: '%{lines} lines cannot be cards; none was imported',
  server_stopped: 'The server stopped before the job was done, so none of it was',
  job_lost: 'Its application was deleted, or another process took the job for lost',
  job_disk_full: 'The disk of the database is full or cannot be written; nothing was changed',
  job_without_database: 'The database did not answer; nothing was changed',
  job_error: 'The server made a mistake, of which its log tells more; nothing was changed',
} as const;

/** Notices about a result that may differ from what the caller expects. */
export const NOTICES = {
  guessable_keys:
    'A key has %{random} random characters out of %{characters}, which is %{bits} bits: ' +
    'it can be guessed sooner than one of %{safeBits} bits, which a mask with %{safeRandom} * has',
  spent_cards_frozen:
    'Freezing takes nothing back from spent cards: %{spent} of these were spent, and their time is kept',
  spent_card_frozen: 'Freezing a spent card takes nothing back. Its time is kept by: %{kind} %{name}',
} as const;

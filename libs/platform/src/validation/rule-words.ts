/** Messages of the field rules, by the codes that APIs report to programs. */
export const RULE_WORDS = {
  true_or_false: 'must be true or false',
  one_of: 'must be one of %{values}',
  some_of: 'must be a list of different values, at least one, from %{values}',
  https_url_or_none:
    'must be empty or an https address of at most %{max} characters without a password, with a host of letters, digits, dots and hyphens',
  printable_text:
    'must be %{min} to %{max} characters without line breaks, invisible characters, or leading or trailing white space',
  remote_name: 'must be 1 to %{max} characters: letters and digits of any script, _, . and -',
  text_length: 'must be text of %{min} to %{max} characters',
  text_bytes: 'must be text of at most %{max} bytes',
  version: 'must be a version such as 1.10.0 or v2.0-beta.1, of at most %{max} characters',
  json: 'must be a string of valid JSON, such as "{\\"level\\":1}"',
  time_zone: 'must be an IANA time zone such as Asia/Shanghai',
  time_of_day: 'must be a time of day, such as 22:00',
  host_list:
    'must be a list of at most %{max} different hosts in lowercase, each with an optional port, such as api.example.com:8080',
  event_types: 'must be a list of different types of events, such as ["card.activated"], or ["*"] for all',
  currency: 'must be an ISO 4217 code of a currency, such as CNY',
  webhook_secret: 'must be whsec_ and the base64 of 24 to 64 bytes',
  app_key: 'must be 20 characters of a-z and 0-9',
  app_secret: 'must be 32 characters of A-Z, a-z and 0-9',
  key_mask: 'must be 1 to 64 printable characters with at least 4 *, such as VIP-****-****-****-****',
  features: 'must be an object whose values are texts, numbers, true or false, such as {"export":true}',
  feature_count: 'must have at most %{max} names',
  feature_name:
    'contains the name %{name}; a name has 1 to %{max} characters: letters and digits of any script, _, . and -, and is no built-in name such as constructor',
  feature_value: 'must have a text, a number, true or false as the value of %{name}',
  features_size: 'must be at most %{max} bytes as JSON',
  whole_number: 'must be a whole number from %{min} to %{max}',

  not_a_url: 'must be a URL, such as https://shop.example/hooks',
  not_http: 'must begin with https:// or http://',
  with_credentials: 'must not contain a user name or password',
  not_public: 'must have a public host; the setting OUTGOING_ALLOW can allow others',
} as const;

// Made by npm run generate.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcgCategoryResult: {
      id: number;
      /** @description Name of the application. */
      name: string;
      sort: number;
      icon: string;
      status: number;
      hide: number;
      children: components['schemas']['AcgItemResult'][];
    };
    AcgInventoryDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /** @description Code of a product. */
      sharedCode: string;
    };
    AcgInventoryResult: {
      /**
       * @description Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
       *     case at most what the channel may still order today.
       */
      count: number;
      delivery_way: number;
      draft_status: number;
      /** @description Price of one card in major units. */
      price: string;
      user_price: string;
      config: string;
      factory_price: string;
      is_category: boolean;
    };
    AcgInventoryStateDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /** @description Code of a product. */
      shared_code: string;
      /** @description Number of cards; default 1. */
      num?: number;
    };
    AcgItemDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /**
       * @description Code of a product.
       * @example 7
       */
      code: string;
    };
    AcgItemResult: {
      id: number;
      name: string;
      /** @description Identifies the product in other requests. */
      code: string;
      description: string;
      cover: string;
      /** @description Price of one card in major units. */
      price: string;
      user_price: string;
      factory_price: string;
      /** @description 0: cards are delivered at once. */
      delivery_way: number;
      status: number;
      api_status: number;
      /**
       * @description Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
       *     case at most what the channel may still order today.
       */
      stock: number;
      minimum: number;
      /** @description Maximum number of cards per order. */
      maximum: number;
      contact_type: number;
      password_status: number;
      only_user: number;
      purchase_count: number;
      inventory_hidden: number;
      hide: number;
      coupon: number;
      level_disable: number;
      level_price: string;
      draft_status: number;
      draft_premium: number;
      seckill_status: number;
      /** @description Always `null`: acg-faka writes these times into its database, which refuses an empty text. */
      seckill_start_time: string | null;
      seckill_end_time: string | null;
      widget: string;
      config: string;
      sort: number;
    };
    AcgPriceResult: {
      /** @description Price of the requested number of cards, in major units. */
      price: string;
    };
    AcgQueryDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /** @description `tradeNo` of an order, which is the order's `request_no`. It can also be a query parameter of the URL. */
      tradeNo: string;
    };
    AcgQueryResult: {
      /** @description The cards, one per line. */
      secret: string;
      widget: string | null;
      /** @description 1: paid. */
      status: number;
    };
    AcgShopResult: {
      /** @description Name of the application. */
      shopName: string;
      /** @description Always `0.00`: there is no prepaid balance. */
      balance: string;
    };
    AcgSignedDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
    };
    AcgStockResult: {
      /**
       * @description Number of cards that can be ordered: 999999 if the mode of the product is `make`, otherwise at most 10000; in each
       *     case at most what the channel may still order today.
       */
      stock: string;
    };
    AcgTradeDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /** @description Code of a product. */
      shared_code: string;
      /** @description Number of cards, at most the limit of the channel. */
      num: number;
      /** @description The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`. A repeated number returns the same cards. */
      request_no: string;
      /** @description Contact of the buyer. Unprintable characters are removed, and only the first 200 characters are kept. */
      contact?: string;
    };
    AcgTradeResult: {
      url: string;
      /** @description Amount in major units. */
      amount: string;
      /** @description Number of the order, with which `commodity/query` finds it. */
      tradeNo: string;
      /** @description The cards, one per line. */
      secret: string;
      leave_message: string | null;
    };
    AcgValuationDto: {
      /** @description Id of the channel. */
      app_id?: string;
      /**
       * @description MD5 of a text, in lowercase hex. The text consists of all other fields that are not empty, decoded, sorted by name
       *     and joined as `name=value` with `&`. It ends with `&key=` and the channel's key.
       */
      sign?: string;
      /**
       * @description Code of a product.
       * @example 7
       */
      code: string;
      /** @description Number of cards; default 1. */
      num?: number;
    };
    ActivityPointDto: {
      /**
       * @description Refusals by code; contains every code of the answer's `codes`.
       * @example {
       *       "10218": 3
       *     }
       */
      refusalsByCode: {
        [key: string]: number;
      };
      /** @description Start of the bucket, in epoch milliseconds. */
      at: number;
      logins: number;
      /** @description Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
      activations: number;
      /** @description Registered users. */
      registrations: number;
      recharges: number;
      /** @description Number of uses that clients consumed. */
      consumedUses: number;
      /** @description Requests refused with any code. */
      refusals: number;
      /** @description Number of refused logins, included in `refusals`. */
      loginRefusals: number;
      /** @description New trials. */
      trials: number;
      /** @description Of the devices that had begun a trial, those that were then bound to a card or user for the first time. */
      trialConversions: number;
    };
    ActivityStatsDto: {
      /** @enum {string} */
      by: 'day' | 'hour';
      /** @description IANA time zone of the days. */
      timeZone: string;
      /** @description One point per hour or day that the span touches, earliest first, with 0 where nothing happened. */
      points: components['schemas']['ActivityPointDto'][];
      /** @description The codes of all refusals in the points. */
      codes: components['schemas']['RefusalCodeDto'][];
    };
    AddTimeDto: {
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
      /** @enum {string} */
      unit: 'minutes' | 'hours' | 'days' | 'months' | 'years';
      /** @description Number of units; a negative number removes time. */
      amount: number;
    };
    AddUsesDto: {
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
      /** @description Number of uses to add; a negative number removes uses. */
      uses: number;
    };
    AdminDto: {
      id: number;
      /** @description In lower case. */
      email: string;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'operator' | 'manager' | 'owner';
      /** @description A disabled administrator cannot sign in, and their tokens are refused. */
      enabled: boolean;
      /** @description Time since which sign-in requires a one-time password; `null` if sign-in requires none. */
      totpEnabledAt: number | null;
      lastSignInAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Ids of the assigned applications. Owners have access to all applications, regardless of this list. */
      applicationIds: number[];
    };
    AdminError: {
      /** @description Stable code of the problem. */
      code: components['schemas']['AdminErrorCode'];
      /** @description Parameters of the message by name, such as `{"min":1,"max":100}`. */
      params: {
        [key: string]: string | number | string[];
      };
      /** @description The messages of `faults`, by field name (`duration.amount` for nested fields). */
      errors?: {
        [key: string]: string;
      };
      /** @description Faults by field name, for programs. */
      faults?: {
        [key: string]: components['schemas']['AdminProblem'];
      };
      /** @description The HTTP status. */
      statusCode: number;
      /** @description Request id, only for server errors. The server's log contains details under this id. */
      requestId?: string;
      /** @description The problem in English; the wording may improve over time. */
      message: string;
    };
    /**
     * @description Stable code of the problem.
     * @enum {string}
     */
    AdminErrorCode:
      | 'malformed_request'
      | 'invalid_query'
      | 'invalid_filter'
      | 'invalid_filter_json'
      | 'invalid_query_json'
      | 'invalid_sort'
      | 'invalid_range'
      | 'body_incomplete'
      | 'not_signed_in'
      | 'wrong_password'
      | 'totp_required'
      | 'wrong_totp'
      | 'session_ended'
      | 'forbidden'
      | 'address_not_allowed'
      | 'wrong_csrf_token'
      | 'in_person_only'
      | 'role_too_low'
      | 'owners_block_only'
      | 'no_such_endpoint'
      | 'not_found'
      | 'record_changed'
      | 'parent_deleted'
      | 'last_owner'
      | 'totp_in_use'
      | 'totp_not_in_use'
      | 'totp_without_key'
      | 'application_enabled'
      | 'no_overlap'
      | 'card_type_in_use'
      | 'too_many_webhooks'
      | 'webhook_disabled'
      | 'too_many_notifiers'
      | 'cards_being_made'
      | 'not_activated'
      | 'not_counted'
      | 'no_running_time'
      | 'channel_with_orders'
      | 'channel_with_payments'
      | 'channel_order_limit'
      | 'channel_day_limit'
      | 'out_of_stock'
      | 'payment_unmapped'
      | 'payment_closed'
      | 'order_refunded'
      | 'mail_not_configured'
      | 'keys_taken'
      | 'session_already_ended'
      | 'job_ended'
      | 'job_being_cancelled'
      | 'job_being_completed'
      | 'body_too_large'
      | 'page_too_large'
      | 'import_too_large'
      | 'not_json'
      | 'not_csv_or_json'
      | 'not_csv_or_text'
      | 'invalid_fields'
      | 'too_many_tries'
      | 'too_many_signature_checks'
      | 'too_many_jobs'
      | 'too_many_uploads'
      | 'internal_error'
      | 'unavailable'
      | 'database_unavailable'
      | 'sandbox_unavailable'
      | 'too_many_calls'
      | 'server_stopping'
      | 'true_or_false'
      | 'one_of'
      | 'some_of'
      | 'https_url_or_none'
      | 'printable_text'
      | 'remote_name'
      | 'text_length'
      | 'text_bytes'
      | 'version'
      | 'json'
      | 'time_zone'
      | 'time_of_day'
      | 'host_list'
      | 'event_types'
      | 'currency'
      | 'webhook_secret'
      | 'app_key'
      | 'app_secret'
      | 'key_mask'
      | 'features'
      | 'feature_count'
      | 'feature_name'
      | 'feature_value'
      | 'features_size'
      | 'whole_number'
      | 'not_a_url'
      | 'not_http'
      | 'with_credentials'
      | 'not_public'
      | 'required'
      | 'unknown_field'
      | 'nested_too_deep'
      | 'taken'
      | 'wrong'
      | 'wrong_or_used'
      | 'current_version'
      | 'not_in_future'
      | 'zero'
      | 'not_an_object'
      | 'one_of_two'
      | 'not_ids'
      | 'no_ids'
      | 'too_many_ids'
      | 'too_many_bytes'
      | 'email_address'
      | 'printable'
      | 'address_or_range'
      | 'end_of_span'
      | 'export_columns'
      | 'no_export_columns'
      | 'not_for_kind'
      | 'bot_token'
      | 'send_key'
      | 'device_key'
      | 'chat'
      | 'quiet_hours'
      | 'needs_mail_settings'
      | 'address_list'
      | 'not_a_list'
      | 'too_many_products'
      | 'only_for_stock'
      | 'only_for_signed'
      | 'order_key_used'
      | 'foreign_application'
      | 'foreign_applications'
      | 'unknown_applications'
      | 'role_above_yours'
      | 'owner_has_all'
      | 'heartbeat_timeout'
      | 'unbind_hours'
      | 'unbind_limit_required'
      | 'unlimited_card_type'
      | 'unlimited_card_types'
      | 'short_card_types'
      | 'short_keys'
      | 'duration_required'
      | 'unknown_card_type'
      | 'unknown_card'
      | 'version_taken'
      | 'data_quota'
      | 'card_required'
      | 'card_not_allowed'
      | 'unreadable'
      | 'json_list'
      | 'syntax_error'
      | 'not_compiled'
      | 'function_missing'
      | 'function_fails'
      | 'timeline_cursor'
      | 'card_template'
      | 'key_alphabet'
      | 'key_room'
      | 'request_key_used'
      | 'filter_too_wide'
      | 'filter_application'
      | 'only_for_action'
      | 'too_many_values'
      | 'not_utf8'
      | 'not_csv'
      | 'no_card_column'
      | 'no_cards'
      | 'too_many_cards'
      | 'too_many_columns'
      | 'too_many_lines'
      | 'too_many_csv_fields'
      | 'no_rows'
      | 'too_many_rows'
      | 'not_json_rows'
      | 'json_too_deep'
      | 'column_repeated'
      | 'line_too_long'
      | 'row_updated'
      | 'row_unchanged'
      | 'user_exists'
      | 'card_consumed_here'
      | 'name_missing'
      | 'column_not_text'
      | 'column_invalid_flag'
      | 'column_invalid_number'
      | 'column_invalid_time'
      | 'state_unknown'
      | 'ends_differ'
      | 'unused_with_time'
      | 'activated_in_future'
      | 'expires_in_future'
      | 'end_before_start'
      | 'end_missing'
      | 'end_of_permanent'
      | 'uses_not_counted'
      | 'too_many_row_devices'
      | 'card_type_missing'
      | 'unknown_row_card_type'
      | 'unlimited_row_card_type'
      | 'user_password_missing'
      | 'password_hash_unknown'
      | 'used_by_user'
      | 'used_card_frozen'
      | 'subscriptions_missing'
      | 'deleted_elsewhere'
      | 'row_not_json'
      | 'row_not_object'
      | 'field_repeated'
      | 'card_exists'
      | 'card_repeated'
      | 'card_missing'
      | 'wrong_field_count'
      | 'column_too_long'
      | 'column_with_white_space'
      | 'column_unprintable'
      | 'card_type_deleted'
      | 'keys_used_up'
      | 'all_lines_invalid'
      | 'invalid_lines'
      | 'server_stopped'
      | 'author_without_rights'
      | 'job_lost'
      | 'job_disk_full'
      | 'job_without_database'
      | 'job_cards_locked'
      | 'job_error'
      | 'guessable_keys'
      | 'spent_cards_frozen'
      | 'spent_card_frozen';
    AdminFilter: {
      /** @description Prefix of the email address, in lower case. */
      email?: string;
      /** @enum {string} */
      role?: 'viewer' | 'operator' | 'manager' | 'owner';
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    AdminProblem: {
      /** @description Stable code of the problem. */
      code: components['schemas']['AdminErrorCode'];
      /** @description Parameters of the message by name, such as `{"min":1,"max":100}`. */
      params: {
        [key: string]: string | number | string[];
      };
      /** @description The problem in English; the wording may improve over time. */
      message: string;
    };
    AnomalyDto: {
      id: number;
      applicationId: number;
      /** @description Date in the application's time zone, such as `2026-01-15`. */
      day: string;
      /**
       * @description - `many_devices`: a card or user with sessions from at least 5 devices, and from more devices than its limit
       *     allows. Without a limit: from at least 20 devices
       *     - `many_addresses`: a card or user with sessions from at least 10 addresses, and from more than 3 addresses per
       *     device
       *     - `shared_device`: a device that is bound to at least 5 cards and users
       *     - `refusal_burst`: an hour with at least 100 refusals, and at least 5 times the hourly average of the 24 hours
       *     before it
       * @enum {string}
       */
      kind: 'many_devices' | 'many_addresses' | 'shared_device' | 'refusal_burst';
      /**
       * @description The card or user, for `many_devices` and `many_addresses`; otherwise `null`.
       * @enum {string|null}
       */
      holderKind: 'card' | 'user' | null;
      holderId: number | null;
      /** @description Card key or user name; also `null` if the card or user was deleted. */
      holderName: string | null;
      /** @description The device, for `shared_device`; otherwise `null`. */
      deviceId: string | null;
      /** @description Start of the hour, for `refusal_burst`, in epoch milliseconds; otherwise `null`. */
      hourAt: number | null;
      /** @description Depending on the kind: number of devices, of addresses, of cards and users, or of refusals. */
      count: number;
    };
    AnomalyStatsDto: {
      /** @description At most 100, the latest day first. */
      anomalies: components['schemas']['AnomalyDto'][];
    };
    ApiTokenDto: {
      id: number;
      /** @description The administrator who owns the token. The token is deleted with the administrator. */
      adminId: number;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'operator' | 'manager' | 'owner' | 'issuer';
      /**
       * @description True if the token covers all applications of its administrator. If false, it covers the applications in
       *     `ApiTokenApplication`.
       */
      allApplications: boolean;
      /** @description First characters of the token, to recognise it. */
      hint: string;
      /** @description Epoch milliseconds; `null` if the token never expires. */
      expiresAt: number | null;
      /** @description Time of the last use, to the minute; `null` if the token was never used. */
      lastUsedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Ids of the applications to which the token is limited; empty if the token is not limited. */
      applicationIds: number[];
    };
    ApiTokenFilter: {
      /** @description Only tokens of this administrator. Callers who are not owners always see only their own tokens. */
      adminId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    ApplicationDto: {
      id: number;
      /** @description 20 characters of `a-z0-9`. */
      appKey: string;
      name: string;
      /** @description Requests to a disabled application get the error 10230, as if the application did not exist. */
      enabled: boolean;
      /** @enum {string} */
      signMode: 'md5' | 'hmac-sha256' | 'hmac-sha256-path';
      /** @enum {string} */
      responseSignature: 'off' | 'digest' | 'ed25519';
      /** @description Seconds that a client's clock may be ahead of the server's. */
      clockLeewaySec: number;
      /**
       * @description Language of error messages.
       * @enum {string}
       */
      language: 'en' | 'zh-CN';
      /** @description IANA time zone in which clients receive `expires`, and in which days, months and years are counted. */
      timeZone: string;
      /** @description Seconds without a heartbeat after which a session ends, 30–86400. */
      heartbeatTimeoutSec: number;
      /** @description Suggested heartbeat interval in seconds; `null` means a third of the timeout. */
      hg: number | null;
      /** @enum {string} */
      multiOpenPolicy: 'refuse' | 'kick_oldest';
      /** @enum {string} */
      unbindPolicy: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled';
      /** @description Hours by which the policies `deduct_hours` and `add_hours` move the expiry. */
      unbindHours: number;
      /** @description Hours that a customer must wait between two unbinds on the customer's page. 0 means no wait. */
      unbindCooldownHours: number;
      /** @description Default unbind limit of new card types. `null` means unlimited. */
      defaultUnbindLimit: number | null;
      /** @enum {string} */
      trial: 'off' | 'once' | 'interval';
      /** @description Length of a trial in minutes. */
      trialMinutes: number;
      /** @description Hours from the start of one interval to the start of the next; used by the mode `interval`. */
      trialIntervalHours: number;
      /**
       * @description Number of new trials that one address may begin at once. This allowance refills evenly over 24 hours, so the
       *     address may begin nearly twice this number on the first day. 0 means unlimited.
       */
      trialsPerAddress: number;
      /**
       * @description Another service, whose clients can use the application under `/v1` without being changed.
       * @enum {string}
       */
      compat: 'none' | 'paojiaoyun';
      /**
       * @description Hosts that clients of the other service may call, in lower case. A host without a port accepts any port; an empty
       *     list accepts any host.
       */
      compatHosts: string[];
      /** @description Turns on the customer's page at `/portal/<slug>`. */
      portalEnabled: boolean;
      /**
       * @description Last part of the address of the customer's page, 22 random characters of `a-z0-9`; null until the page is enabled
       *     for the first time.
       */
      portalSlug: string | null;
      /** @description Title of the customer's page. If empty, the page shows the application's name. */
      portalTitle: string;
      /** @description `https` address of an image on the customer's page. If empty, the page has no image. */
      portalLogoUrl: string;
      /** @description The seller's contact on the customer's page. If empty, the page shows no contact. */
      portalContact: string;
      /** @description Languages of the customer's page, the default first. */
      portalLanguages: ('en' | 'zh-CN')[];
      /** @description Allows the customer's page even if a card type has keys that can be guessed. */
      portalShortKeysConfirmed: boolean;
      /** @description Global configuration, returned to clients unchanged. */
      config: string;
      notice: string;
      /** @description Template of the text that is copied or exported for a card, such as `Card: {card}`; `null` means `{card}`. */
      cardTemplate: string | null;
      /** @description Epoch milliseconds; `null` if only the current secret is valid. */
      previousSecretUntil: number | null;
      /** @description Public key for answers signed by `ed25519`: 32 bytes in base64url; null if there is no private key. */
      publicKey: string | null;
      /**
       * @description The public key before the last rotation. The panel shows it until `previousPublicKeyUntil`, since clients may still
       *     need it; it is kept after that time.
       */
      previousPublicKey: string | null;
      /** @description Epoch milliseconds; `null` if clients should contain no public key but the current one. */
      previousPublicKeyUntil: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Id of `publicKey`, 16 characters. Signed answers contain it as `kid`. */
      keyId: string | null;
      /** @description Id of `previousPublicKey`. */
      previousKeyId: string | null;
    };
    ApplicationsFilter: {
      /** @description Prefix of the name. */
      name?: string;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    AttentionDto: {
      /** @description At most 50. */
      items: components['schemas']['AttentionItemDto'][];
    };
    AttentionItemDto: {
      /** @enum {string} */
      kind:
        | 'low_stock'
        | 'function_fails'
        | 'payment_failed'
        | 'key_guessing'
        | 'webhook_fails'
        | 'notifier_fails';
      /** @description Id of the function, channel, webhook or notifier; `null` for an address. */
      id: number | null;
      /** @description Name of the function, product, channel, webhook or notifier; or the address. */
      name: string;
      /** @description Depending on the kind: number of failed calls, cards in stock, payments, tried keys and names, or failed attempts. */
      count: number;
      /**
       * @description Depending on the kind: the number of calls of the function, the channel's level for low stock, or the number of
       *     requests from the address; otherwise `null`.
       */
      of: number | null;
      /**
       * @description In epoch milliseconds: for `low_stock`, the time since which the stock has been low, otherwise the time of the
       *     latest occurrence; `null` if unknown.
       */
      at: number | null;
    };
    AuditFilter: {
      /** @description Resource name from this API's paths, such as `cards`. */
      resource?: string;
      recordId?: string;
      /** @description An action such as `create`, `update` or `freeze`. */
      action?: string;
      /** @description Prefix of the actor's name, which for administrators is the email address. */
      actorName?: string;
      /** @description Only records of this time or later, in epoch milliseconds. */
      from?: number;
      /** @description Only records before this time, in epoch milliseconds. */
      before?: number;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    AuditRecordDto: {
      id: number;
      at: number;
      /** @enum {string} */
      actorKind: 'admin' | 'token' | 'server' | 'customer';
      /** @description The administrator's id; `null` for the server itself, a customer or an unknown actor. */
      actorId: number | null;
      /**
       * @description The administrator's email address, with the name of the API token if a token was used; `server`, `customer` or
       *     `unknown` for other actors.
       */
      actorName: string;
      /** @description `null` if the record does not belong to an application. */
      applicationId: number | null;
      /** @description Resource name, as in the admin API's paths. */
      resource: string;
      recordId: string | null;
      /** @description Readable name of the record, such as the card key. */
      recordName: string | null;
      /** @description Action such as `create`, `update`, `delete`, `freeze`. */
      action: string;
      /** @description JSON of the changed fields before the change; `null` if the record was created. Never contains secrets. */
      before: string | null;
      /** @description JSON of the changed fields after the change; `null` if the record was deleted. */
      after: string | null;
      /** @description Address the request came from. */
      ip: string;
      /** @description Request id, as in the server's log. */
      requestId: string;
    };
    BlockDto: {
      id: number;
      /** @description `null` if the block applies to all applications. */
      applicationId: number | null;
      /** @enum {string} */
      kind: 'card' | 'user' | 'device' | 'ip';
      /** @description A device id; an address or CIDR range; or a card or user name in which `*` matches any characters. */
      pattern: string;
      reason: string;
      /** @description Epoch milliseconds; `null` if the block has no end. */
      expiresAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    BlockFilter: {
      /**
       * @description Kind of the block: card, user, device or ip.
       * @enum {string}
       */
      kind?: 'card' | 'user' | 'device' | 'ip';
      /** @description Prefix of the pattern. */
      pattern?: string;
      /** @description If true, only blocks in force. If false, only expired blocks. */
      active?: boolean;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    BlockingDto: {
      id: number;
      /** @description `null` if the block applies to all applications. */
      applicationId: number | null;
      /** @enum {string} */
      kind: 'card' | 'user' | 'device' | 'ip';
      /** @description Epoch milliseconds; `null` if the block has no end. */
      expiresAt: number | null;
      /**
       * @description A device id; an address or CIDR range; or a card or user name in which `*` matches any characters. Null if the block
       *     applies to all applications and the caller is not an owner.
       */
      pattern: string | null;
      /** @description Null if the block applies to all applications and the caller is not an owner. */
      reason: string | null;
    };
    BoundDeviceDto: {
      id: number;
      /** @description Device id from the client, 1–128 characters. */
      deviceId: string;
      boundAt: number;
    };
    CallFunctionRequest: {
      /** @description Arguments as JSON text of an array, at most 256 KiB; by default there are none. */
      params?: string;
      /**
       * @description Card key; required by a function that costs uses or requires a feature, unless `username` is given. Other functions
       *     ignore it.
       */
      card?: string;
      /** @description User name, instead of the card. Ignored when `card` is given. */
      username?: string;
      /** @description Session token of the card, user or trial. */
      token?: string;
      /**
       * @description Identifies the call of a function that costs uses: 1–64 printable characters. A repeated call with the same id gets
       *     the first answer and consumes nothing. If omitted, each call consumes uses.
       */
      request_id?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
      /**
       * @description Device id of a trial, for functions that trials may call. Send it with `token` and without a card or user. Other
       *     functions ignore it.
       */
      device_id?: string;
    };
    CallRemoteFuncRequest: {
      /** @description Arguments as JSON text of an array, at most 256 KiB; by default there are none. */
      params?: string;
      /**
       * @description Card key; required by a function that costs uses or requires a feature, unless `username` is given. Other functions
       *     ignore it.
       */
      card?: string;
      /** @description User name, instead of the card. Ignored when `card` is given. */
      username?: string;
      /** @description Session token of the card, user or trial. */
      token?: string;
      /**
       * @description Identifies the call of a function that costs uses: 1–64 printable characters. A repeated call with the same id gets
       *     the first answer and consumes nothing. If omitted, each call consumes uses.
       */
      request_id?: string;
      /**
       * @description Name of the function: 1–64 letters and digits of any script, `_`, `.` and `-`.
       * @example add
       */
      func_name: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
      /**
       * @description Device id of a trial, for functions that trials may call. Send it with `token` and without a card or user. Other
       *     functions ignore it.
       */
      device_id?: string;
    };
    CardConsumeRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /** @description Number of uses to consume, 1–1000; by default 1. */
      amount?: number;
      /**
       * @description Identifies the request: 1–64 printable characters, such as a UUID. A repeated request with the same id gets the
       *     first answer and consumes nothing.
       * @example 8b0f5c1e-0d5e-4a53-9a0e-51f0b8f3a2c7
       */
      request_id: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardCountsDto: {
      /** @description All cards. */
      all: number;
      /** @description Unused cards that are available, that is, not issued yet. */
      available: number;
      /** @description Unused and issued. */
      issued: number;
      /** @description Activated and not expired. */
      active: number;
      /** @description Active cards that expire within 7 days. */
      expiring: number;
      /** @description Activated and expired. */
      expired: number;
      /** @description Frozen, whatever their status. Frozen cards are counted only here and in `all`. */
      frozen: number;
    };
    CardDto: {
      id: number;
      applicationId: number;
      cardTypeId: number;
      /** @description 1–64 printable characters, unique within the application. */
      card: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /** @description Number of unbinds done. */
      unbindsUsed: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /**
       * @description Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
       *     are subtracted, so the number can be negative.
       */
      usesUsed: number;
      /** @description A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
      usesCountedAt: number | null;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
      /**
       * @description Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
       *     clients of another service.
       */
      config: string | null;
      /** @description Notes of administrators; `null` if there are none. */
      note: string | null;
      /** @description Batch of the card; `null` if the card is in no batch. */
      batch: string | null;
      /** @description Order with which the card was sold; `null` if there is none. */
      orderId: number | null;
      /**
       * @description Time at which the card was handed to a customer or a shop, in epoch milliseconds. `null` if it was not: an
       *     unused card is then available, which means in stock.
       */
      issuedAt: number | null;
      /**
       * @description Kind of the holder that got the card's time by a recharge or registration; `null` if the card was not consumed.
       * @enum {string|null}
       */
      consumedByKind: 'card' | 'user' | null;
      consumedById: number | null;
      consumedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    CardFilter: {
      /** @description Prefix of the card. */
      card?: string;
      /** @description Exact batch. */
      batch?: string;
      /** @description Only cards of this order. */
      orderId?: number;
      /**
       * @description If true, only issued cards; if false, only cards that were not issued. Unused cards that were not issued are
       *     available.
       */
      issued?: boolean;
      /** @description Only cards that were issued at this time, in epoch milliseconds. */
      issuedAt?: number;
      /**
       * @description Only holders in this state. `frozen` selects all frozen holders, whatever their status; the other states (`unused`,
       *     `active`, `expired`, `consumed`) exclude frozen holders.
       * @enum {string}
       */
      state?: 'unused' | 'consumed' | 'frozen' | 'active' | 'expired';
      /**
       * @description The stored status, regardless of `frozen`: unused, activated or consumed.
       * @enum {string}
       */
      status?: 'unused' | 'activated' | 'consumed';
      frozen?: boolean;
      cardTypeId?: number;
      /** @description Prefix of the note. */
      note?: string;
      /** @description Only holders to which this device is bound. */
      deviceId?: string;
      /** @description Only holders that expire at this time or later, in epoch milliseconds. */
      expiresFrom?: number;
      /** @description Only holders that expire before this time, in epoch milliseconds. */
      expiresBefore?: number;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    CardJobDto: {
      id: number;
      applicationId: number;
      /** @enum {string} */
      kind:
        | 'generate'
        | 'import'
        | 'import_state'
        | 'freeze'
        | 'unfreeze'
        | 'delete'
        | 'add_time'
        | 'add_uses'
        | 'note'
        | 'reset'
        | 'apply_type'
        | 'kick'
        | 'unbind';
      /** @enum {string} */
      status: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      /** @description Number of cards, or of lines of an import. */
      total: number;
      /** @description Number of processed cards or lines. While the job runs, the server has a more recent number than this row. */
      progress: number;
      /** @description Error message of a failed job. */
      error: string | null;
      /**
       * @description Idempotency key from the caller: two requests with the same key create only one job. `null` if the caller sent
       *     none.
       */
      requestKey: string | null;
      /** @description The requester. */
      createdBy: string;
      createdAt: number;
      startedAt: number | null;
      finishedAt: number | null;
      /** @description Parameters of the request. */
      input: {
        [key: string]: unknown;
      };
      /**
       * @description Outcome; `null` until the job has one.
       *     - `generate`: the number of cards `created`, and their `batch`
       *     - `import`, `import_state`: the number of lines with each outcome (`created`, `updated`, `unchanged`, `exists`,
       *     `duplicate` and `invalid`)
       *     - other jobs: the number of cards or users `changed`, the number `skipped` for each reason, and the numbers of
       *     ended `sessions` and removed `devices`, if any
       *     - `freeze`: also the number of cards that were already consumed (`spent`). `spentOn` lists the first 20 of these
       *     cards (`cardId`, `card`), each with the card or user that consumed it.
       */
      result: {
        [key: string]: unknown;
      } | null;
      /** @description Why the job failed, for programs; `null` if it did not fail, or if an earlier server version without codes ran it. */
      failure: components['schemas']['AdminProblem'] | null;
      /** @description The messages of `notices`. */
      warnings: string[];
      /** @description Advice to the caller. */
      notices: components['schemas']['AdminProblem'][];
    };
    CardJobFilter: {
      /** @enum {string} */
      kind?:
        | 'generate'
        | 'import'
        | 'import_state'
        | 'freeze'
        | 'unfreeze'
        | 'delete'
        | 'add_time'
        | 'add_uses'
        | 'note'
        | 'reset'
        | 'apply_type'
        | 'kick'
        | 'unbind';
      /** @enum {string} */
      status?: 'queued' | 'running' | 'done' | 'failed' | 'cancelled';
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    CardLoginRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description `0` refuses the login with 10215 if the device is not bound to the card; by default `1`, which binds it. For clients
       *     that log in again by themselves: a device that the customer or an administrator has unbound stays unbound.
       */
      bind_device?: number;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardRechargeRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Unused card to consume, 1–64 printable characters.
       * @example VIP-3HTR-D8WN
       */
      use_card: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardSessionRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardSetConfigRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /** @description JSON text of at most 64 KiB; if omitted, the configuration is cleared. */
      config?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardStatesDto: {
      /** @description Consumed by a recharge or a registration. */
      consumed: number;
      /** @description Time has not started. */
      unused: number;
      /** @description Not frozen and not expired. */
      active: number;
      /** @description Not frozen and expired. */
      expired: number;
      frozen: number;
    };
    CardStatsDto: {
      /**
       * @description Time of the count in epoch milliseconds, at most a minute ago; for several applications, the time of the oldest
       *     count.
       */
      countedAt: number;
      cards: components['schemas']['CardStatesDto'];
      users: components['schemas']['UserStatesDto'];
      /** @description Every card type, including those without cards. */
      cardTypes: components['schemas']['CardsOfTypeDto'][];
    };
    CardTabsDto: {
      /** @description `null` if the filter has fields besides `applicationId` and matches more than 10000 cards. */
      counts: components['schemas']['CardCountsDto'] | null;
    };
    CardTypeDto: {
      id: number;
      applicationId: number;
      name: string;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /**
       * @description Unbind policy of the cards and users of this type; `null` means the application's policy. Unlike the terms, the
       *     policy is not copied to cards, so a change applies to existing cards immediately.
       * @enum {string|null}
       */
      unbindPolicy: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled' | null;
      /** @description Hours that each unbind deducts or adds if this type's `unbindPolicy` is `deduct_hours` or `add_hours`. */
      unbindHours: number;
      /** @description Default pattern for keys of this type, such as `VIP-****-****-****-****`; `null` means the general default. */
      keyMask: string | null;
      /** @description Price as free text; `null` if not set. */
      priceNote: string | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    CardTypeFilter: {
      /** @description Prefix of the name. */
      name?: string;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    CardUnbindByPasswordRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Unbind password of the card, 6–10 characters.
       * @example secret12
       */
      password: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardUnbindDeviceRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Device id to unbind, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardUnbindPasswordRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description New unbind password, 6–10 characters.
       * @example secret12
       */
      password: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    CardsOfTypeDto: {
      cardTypeId: number;
      applicationId: number;
      name: string;
      /** @description Cards of the type in any state. */
      cards: number;
      /** @description Unused cards that are not frozen and not issued. */
      available: number;
    };
    ChangeCardsDto: {
      /** @enum {string} */
      unit?: 'minutes' | 'hours' | 'days' | 'months' | 'years';
      /** @description Number of units; a negative number removes time. */
      amount?: number;
      /** @description Number of uses to add; a negative number removes uses. */
      uses?: number;
      /**
       * @description The job skips cards to which the action does not apply.
       *     - `freeze`, `unfreeze`
       *     - `delete`: deletes unused cards, except cards that were issued or reset after the job was submitted
       *     - `add_time`: adds or removes time of activated cards that are not permanent
       *     - `add_uses`: adds or removes uses of counted cards
       *     - `note`: sets or clears the note
       *     - `reset`: makes activated cards unused, without devices and sessions
       *     - `apply_type`: gives unused cards the current terms of their card types; terms that were changed on single cards
       *     are overwritten
       *     - `kick`: ends the sessions of cards with open sessions
       *     - `unbind`: removes the devices and ends the sessions of cards with devices
       * @enum {string}
       */
      action:
        | 'freeze'
        | 'unfreeze'
        | 'delete'
        | 'add_time'
        | 'add_uses'
        | 'note'
        | 'reset'
        | 'apply_type'
        | 'kick'
        | 'unbind';
      /**
       * @description Selects the cards that match this filter when the job is submitted, at most 1000000. The job skips cards that no
       *     longer match when it reaches them.
       */
      filter?: components['schemas']['CardFilter'];
      /** @description 1–1000 ids. */
      ids?: number[];
      /** @description Reason for `freeze`, 1–200 characters. It is stored with the job, in the audit log and in the timelines. */
      reason?: string | null;
      /** @description The new note, for the action `note`; null clears the note. */
      note?: string | null;
      applicationId: number;
      /**
       * @description Idempotency key, unique within the application. A repeated request creates no second job and returns the first job.
       *     A request for a different job with the same key is refused.
       */
      requestKey?: string;
    };
    ChangePasswordDto: {
      /** @description 10–128 characters. */
      newPassword: string;
      /** @description The current password. */
      currentPassword: string;
    };
    ChangePreviewDto: {
      /** @description Numbers of cards or users that the action would skip, by reason. */
      skipped: {
        [key: string]: number;
      };
      /** @description Number of cards or users that the action would change. */
      changed: number;
      /** @description Number of sessions that the action would end. */
      sessions: number;
      /** @description Number of devices that the action would remove. */
      devices: number;
      /**
       * @description Number of valid offline tickets of the cards or users that the action would freeze, reset or unbind. Until a ticket
       *     expires, its device keeps working offline.
       */
      tickets: number;
      /** @description Number of cards that would get their whole time back. */
      restored: number;
      /**
       * @description The new expiry in epoch milliseconds, if the action would change the time of exactly one card or user; otherwise
       *     `null`.
       */
      expiresAt: number | null;
      /** @description True if only the first 10000 cards or users were examined; the real numbers may be higher. */
      isPartial: boolean;
    };
    ChangeUsersDto: {
      /** @enum {string} */
      unit?: 'minutes' | 'hours' | 'days' | 'months' | 'years';
      /** @description Number of units; a negative number removes time. */
      amount?: number;
      /** @description Number of uses to add; a negative number removes uses. */
      uses?: number;
      /**
       * @description As for cards.
       * @enum {string}
       */
      action: 'freeze' | 'unfreeze' | 'add_time' | 'add_uses' | 'note' | 'kick' | 'unbind';
      /**
       * @description Selects the users that match this filter when the job is submitted, at most 1000000. The job skips users that no
       *     longer match when it reaches them.
       */
      filter?: components['schemas']['UserFilter'];
      /** @description 1–1000 ids. */
      ids?: number[];
      /** @description Reason for `freeze`, 1–200 characters. It is stored with the job, in the audit log and in the timelines. */
      reason?: string | null;
      /** @description The new note, for the action `note`; null clears the note. */
      note?: string | null;
      applicationId: number;
      /**
       * @description Idempotency key, unique within the application. A repeated request creates no second job and returns the first job.
       *     A request for a different job with the same key is refused.
       */
      requestKey?: string;
    };
    ChannelDto: {
      id: number;
      applicationId: number;
      /** @description Unique within the application. */
      name: string;
      /** @enum {string} */
      kind: 'native' | 'acg' | 'dujiao' | 'stripe' | 'lemonsqueezy' | 'polar' | 'woocommerce' | 'gumroad';
      /** @description A disabled channel refuses orders, records payments without issuing cards, and processes refunds of payment services. */
      enabled: boolean;
      /** @description First characters of the key, to recognise the key; for protocols that sign with the key, the channel's id. */
      keyHint: string;
      /** @description Maximum number of cards per order, 1–100. */
      maxPerOrder: number;
      /** @description Maximum number of cards per calendar day of the application's time zone; `null` means unlimited. */
      maxPerDay: number | null;
      /** @description Addresses and CIDR ranges from which the shop may call. An empty list allows any address. */
      addresses: string[];
      /** @description A product is low in stock if fewer than this number of its cards are available; `null` means never. */
      lowStock: number | null;
      /**
       * @description Cards that are frozen when a payment service reports a refund.
       * @enum {string}
       */
      refundMode: 'unused' | 'all';
      /** @description True if buyers get their cards by email when an order's contact is an email address. */
      mailCards: boolean;
      /** @description Text below the cards in the email, for example how to use them; `null` means no text. */
      mailText: string | null;
      /** @description Time of the last accepted request, in epoch milliseconds, to the minute; `null` if there was none. */
      lastUsedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      products: components['schemas']['ChannelProductDto'][];
      /** @description True if the payment service's signing secret is stored. */
      hasSigningSecret: boolean;
    };
    ChannelFilter: {
      /** @description Prefix of the name. */
      name?: string;
      enabled?: boolean;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    ChannelProductDto: {
      cardTypeId: number;
      /** @description Public name, unique within the channel. */
      name: string;
      /** @enum {string} */
      mode: 'make' | 'stock';
      /** @description Batch whose cards are sold; `null` unless the mode is `stock`. */
      batch: string | null;
      /** @description Time since which the stock is low, in epoch milliseconds; `null` if the stock is not low. */
      lowSince: number | null;
      /** @description Price of one card in minor units of the currency; `null` if the caller's role is lower than manager. */
      price: number | null;
      /** @description ISO 4217 code; `null` if the caller's role is lower than manager. */
      currency: string | null;
      /** @description Number of cards in stock, at most 10000; `null` for products with the mode `make`, and in lists of channels. */
      available: number | null;
    };
    CheckSignatureDto: {
      /** @description The parameters by name: text, integers, true or false; at most 16 KiB of JSON. */
      parameters?: {
        [key: string]: string | number | boolean;
      };
      applicationId: number;
      /** @description A query string, a URL with a query string, a urlencoded body or a JSON body, as it was sent; at most 16 KiB. */
      raw?: string;
      /**
       * @description Method of the request; default: `POST`. It is part of the signed text in the mode `hmac-sha256-path` and for
       *     requests under `/v1`.
       * @enum {string}
       */
      method?: 'GET' | 'POST' | 'DELETE';
      /**
       * @description Path of the request as it was sent. It begins with `/api/client/v1` or, for a 泡椒云 client, with `/v1`. By default,
       *     the path of the URL in `raw`. The sign mode `hmac-sha256-path` requires a path.
       */
      path?: string;
      /** @description Host that the client called, with a port if any; by default the host of the URL in `raw`. Required under `/v1`. */
      host?: string;
    };
    ClientSessionDto: {
      id: number;
      applicationId: number;
      /** @enum {string} */
      holderKind: 'trial' | 'card' | 'user';
      holderId: number;
      deviceId: string;
      /** @description Address the login came from. */
      ip: string;
      createdAt: number;
      /** @description Time of the last heartbeat, or of the login. While the session is live, this column may lag by about a second. */
      lastSeenAt: number;
      endedAt: number | null;
      /** @enum {string|null} */
      endReason: 'logout' | 'timeout' | 'replaced' | 'kicked' | 'unbound' | 'frozen' | 'restored' | null;
      /** @description Name of the card or user, or device id of the trial; null if the holder was deleted. */
      holderName: string | null;
    };
    ComparedDto: {
      value: number;
      before: number;
    };
    ConfigResult: {
      /**
       * @description JSON text as stored; empty if there is none. In an application with `compat`, it may be any text.
       * @example {"level":1}
       */
      config: string;
    };
    ConfirmTotpDto: {
      /** @description Code shown by the authenticator app. */
      code: string;
    };
    ConsumeResult: {
      /**
       * @description Uses left when this request was first answered.
       * @example 97
       */
      uses_left: number;
      /**
       * @description Uses in total, or per day or month if they are refilled every day or month.
       * @example 100
       */
      uses_total: number;
      /**
       * @description Time of the next refill, in epoch seconds; absent when there is none.
       * @example 1798732800
       */
      resets_ts?: number;
      /**
       * @description Current server time in epoch seconds, even in the answer to a repeated request.
       * @example 1798712999
       */
      server_time: number;
    };
    ConsumedCardDto: {
      id: number;
      card: string;
      /** @description Epoch milliseconds. */
      at: number;
    };
    ConsumerDto: {
      /** @enum {string} */
      kind: 'card' | 'user';
      id: number;
      /** @description Name of the card or user; null if it was deleted. */
      name: string | null;
      /** @description Epoch milliseconds. */
      at: number;
    };
    ConsumptionDto: {
      id: number;
      /** @description Idempotency key from the client, unique per holder; null for a function call without a request id. */
      requestId: string | null;
      /** @description The function whose call consumed the uses; null if the client consumed them directly. */
      functionName: string | null;
      amount: number;
      /** @description Uses left afterwards. */
      usesLeft: number;
      at: number;
    };
    CreateAdminDto: {
      /** @description Email address to sign in with, unique regardless of case. */
      email: string;
      name: string;
      /** @description 10–128 characters. */
      password: string;
      /** @enum {string} */
      role: 'viewer' | 'operator' | 'manager' | 'owner';
      /** @description Ids of the assigned applications; none by default. Owners have access to all applications. */
      applicationIds?: number[];
      /** @description True by default. A disabled administrator cannot sign in. */
      enabled?: boolean;
    };
    CreateApiTokenDto: {
      /** @description Purpose of the token, 1–100 characters. */
      name: string;
      /**
       * @description Role of the token, at most the caller's own role. A token limited to certain applications cannot have the role
       *     `owner`. A token with the role `issuer` may only create orders (`POST /orders`). Operators and higher roles can
       *     create a token with the role `issuer`.
       * @enum {string}
       */
      role: 'viewer' | 'operator' | 'manager' | 'owner' | 'issuer';
      /**
       * @description Ids of the applications to which the token is limited. By default the token may access all applications that its
       *     administrator may access at the time of use. A limited token cannot see the other tokens of its administrator.
       */
      applicationIds?: number[];
      /** @description Expiry in epoch milliseconds. If null or omitted, the token never expires. */
      expiresAt?: number | null;
    };
    CreateApplicationDto: {
      name: string;
      /**
       * @description An existing key that clients already use, for example with another server. Send the `appSecret` of this key too. By
       *     default, the server creates a new key. The key cannot be changed later.
       */
      appKey?: string;
      /** @description The secret of the existing key, 32 characters of `A-Za-z0-9`. */
      appSecret?: string;
      enabled?: boolean;
      /** @enum {string} */
      signMode?: 'md5' | 'hmac-sha256' | 'hmac-sha256-path';
      /**
       * @description Signature of answers. `false` means `off`, and `true` means `digest`.
       * @enum {string}
       */
      responseSignature?: 'off' | 'digest' | 'ed25519';
      /** @description Number of seconds by which a client's clock may be ahead of the server's clock. */
      clockLeewaySec?: number;
      /**
       * @description Language of error messages.
       * @enum {string}
       */
      language?: 'en' | 'zh-CN';
      /** @description IANA time zone in which clients receive `expires`, and in which days, months and years are counted. */
      timeZone?: string;
      /** @description Seconds without a heartbeat after which a session expires. */
      heartbeatTimeoutSec?: number;
      /** @description Suggested heartbeat interval in seconds, less than the timeout. `null` means a third of the timeout. */
      hg?: number | null;
      /**
       * @description Action when a login exceeds the session limit. Open sessions of the same device are ended first; the policy applies
       *     only if ending them does not make enough room.
       * @enum {string}
       */
      multiOpenPolicy?: 'refuse' | 'kick_oldest';
      /** @enum {string} */
      unbindPolicy?: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled';
      /**
       * @description Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
       *     at least 1 hour.
       */
      unbindHours?: number;
      /** @description Hours that a customer must wait between two unbinds on the customer's page. 0 means no wait. */
      unbindCooldownHours?: number;
      /** @description Unbind limit that a new card type gets if it is created without one. `null` means unlimited. */
      defaultUnbindLimit?: number | null;
      /**
       * @description How often a device may have a trial without a card: never, once, or once in each interval.
       * @enum {string}
       */
      trial?: 'off' | 'once' | 'interval';
      /** @description Length of a trial in minutes. */
      trialMinutes?: number;
      /**
       * @description Length of an interval in hours, if `trial` is `interval`. Intervals are aligned to midnight in the application's
       *     time zone; intervals of 168 hours begin on Monday.
       */
      trialIntervalHours?: number;
      /**
       * @description Number of new trials that one address may begin without a wait. This allowance refills evenly over 24 hours, so the
       *     address may begin nearly twice this number on the first day. 0 means unlimited.
       */
      trialsPerAddress?: number;
      /**
       * @description Another service whose unchanged clients can use this application, under the path `/v1`.
       * @enum {string}
       */
      compat?: 'none' | 'paojiaoyun';
      /**
       * @description Hosts that clients of the other service may call, in lower case, at most 10. A host without a port accepts any
       *     port; an empty list accepts any host.
       */
      compatHosts?: string[];
      /** @description Turns the customer's page on. Its link is created when the page is turned on for the first time. */
      portalEnabled?: boolean;
      /** @description Title of the customer's page, at most 100 characters. If empty, the page shows the application's name. */
      portalTitle?: string;
      /**
       * @description `https` address of an image on the customer's page, at most 500 characters. The host must be an IP address or
       *     consist of `a-z0-9.-`. If empty, the page has no image.
       */
      portalLogoUrl?: string;
      /** @description The seller's contact, such as an address or a chat, shown on the customer's page; at most 500 characters. */
      portalContact?: string;
      /** @description Languages of the customer's page, the default first. */
      portalLanguages?: ('en' | 'zh-CN')[];
      /** @description Allows the customer's page even if keys of a card type have fewer than 50 random bits and can be guessed. */
      portalShortKeysConfirmed?: boolean;
      /** @description Global configuration, which clients receive unchanged; at most 64 KiB. */
      config?: string;
      /** @description At most 64 KiB. */
      notice?: string;
      /**
       * @description Template for a card's text, at most 500 characters. This text is what the panel copies for a card, and what exports
       *     by template contain. The template must contain `{card}`, and may contain `{type}`, `{duration}`, `{batch}`,
       *     `{note}` and `{application}`, as in `Card: {card} ({duration})`. `null` means `{card}`.
       */
      cardTemplate?: string | null;
    };
    CreateBlockDto: {
      /** @description If null or omitted, the block applies to all applications; only owners may create such a block. */
      applicationId?: number | null;
      /**
       * @description A blocked card, user or device is refused with the code 10212, a blocked address with the HTTP status 429.
       * @enum {string}
       */
      kind: 'card' | 'user' | 'device' | 'ip';
      /**
       * @description 1–128 characters. For `ip`: an IPv4 or IPv6 address or a CIDR range. For `device`: the exact device id. For `card`
       *     and `user`: a name in which `*` matches any characters.
       */
      pattern: string;
      /** @description Internal reason, 1–255 characters; clients do not see it. */
      reason: string;
      /** @description Expiry in epoch milliseconds, in the future. If null or omitted, the block stays until it is deleted. */
      expiresAt?: number | null;
    };
    CreateCardTypeDto: {
      applicationId: number;
      /** @description 1–100 characters, unique within the application; clients receive it as `card_type`. */
      name: string;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /**
       * @description Number of units, 1–52596000. Omit this field for permanent cards. However long the duration is, a card expires in
       *     the year 9999 at the latest.
       */
      durationAmount?: number;
      /** @description Maximum number of concurrent sessions. 0 means unlimited; the default is 1. */
      maxSessions?: number;
      /** @description Maximum number of devices. 0 means unlimited; the default is 1. */
      maxDevices?: number;
      /** @description Maximum number of unbinds by clients. `null` means unlimited; the default is the application's limit. */
      unbindLimit?: number | null;
      /** @description Number of uses of a card, in total or per period, 1–1,000,000,000. With `null` (default), uses are not counted. */
      uses?: number | null;
      /**
       * @description When the uses are refilled: never (`none`, default), or at the start of each `day` or `month` in the application's
       *     time zone.
       * @enum {string}
       */
      usesPeriod?: 'none' | 'day' | 'month';
      /**
       * @description Features of a card by name, at most 32 names and 4 KiB as JSON. By default there are none. A name has 1–64
       *     characters: letters and digits of any script, `_`, `.` and `-`. A value is a text, a number, true or false. Clients
       *     receive the features with each login.
       */
      features?: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket of a card is valid. 0 (default) means no tickets. */
      offlineHours?: number;
      /**
       * @description Unbind policy of the cards and users of this type. `null` (default) means the application's policy. A change
       *     applies to existing cards and users at once. The policies `add_hours` and `reset_to_unused` require an
       *     `unbindLimit`.
       * @enum {string|null}
       */
      unbindPolicy?: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled' | null;
      /**
       * @description Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
       *     at least 1 hour.
       */
      unbindHours?: number;
      /** @description Default mask for keys of this type, such as `VIP-****-****-****-****`. `null` means the server's default. */
      keyMask?: string | null;
      /** @description Price as free text, at most 200 characters. */
      priceNote?: string | null;
    };
    CreateChannelDto: {
      applicationId: number;
      /** @description 1–100 characters, unique within the application. */
      name: string;
      /**
       * @description The protocol of the shop, or the payment service; default `native`. `acg`: acg-faka's supplier protocol.
       *     `dujiao`: dujiao-next's upstream protocol.
       * @enum {string}
       */
      kind?: 'native' | 'acg' | 'dujiao' | 'stripe' | 'lemonsqueezy' | 'polar' | 'woocommerce' | 'gumroad';
      /**
       * @description True by default. A disabled channel refuses orders, and records payments without issuing cards. It still processes
       *     refunds of payment services.
       */
      enabled?: boolean;
      /** @description Maximum number of cards per order, 1–100; default 10. */
      maxPerOrder?: number;
      /** @description Maximum number of cards per calendar day of the application's time zone, 1–1000000; by default unlimited (null). */
      maxPerDay?: number | null;
      /** @description At most 50 addresses and CIDR ranges from which the shop may call. An empty list (default) allows any address. */
      addresses?: string[];
      /** @description Stock is low if fewer cards than this number (1–10000) are available. With `null` (default), it is never low. */
      lowStock?: number | null;
      /**
       * @description Secret with which the payment service signs its events, 6–200 printable characters. Only for `stripe`,
       *     `lemonsqueezy`, `polar` and `woocommerce`, whose events are refused without it. The secret is never shown.
       */
      signingSecret?: string;
      /**
       * @description Which cards are frozen when the payment service reports a refund; default `unused`.
       * @enum {string}
       */
      refundMode?: 'unused' | 'all';
      /** @description If true, buyers get their cards by email when the contact of the order is an email address. Default: false. */
      mailCards?: boolean;
      /** @description Text below the cards in the email, 1–2000 characters. `null` (default) means no text. */
      mailText?: string | null;
      /** @description At most 50. */
      products?: components['schemas']['EditProductDto'][];
    };
    CreateFunctionDto: {
      applicationId: number;
      /** @description 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique within the application. */
      name: string;
      /** @description JavaScript source that defines a function with this name and has no syntax errors; at most 64 KiB. */
      source: string;
      /** @description True by default. Calls of a disabled function are refused with 10541. */
      enabled?: boolean;
      /**
       * @description Maximum wall time of a call in milliseconds, at most the server's limit. If null or omitted, the server's limit
       *     applies.
       */
      timeoutMs?: number | null;
      /** @description Maximum memory of a call in MiB, at most the server's limit. If null or omitted, the server's limit applies. */
      memoryMb?: number | null;
      /**
       * @description Number of uses that a call consumes from the caller's card or user, 0–1000; default 0. If this number is above 0 or
       *     `requireFeature` is set, a call requires a card or user. A failed call consumes no uses.
       */
      cost?: number;
      /** @description Feature that the caller's card or user must have; other calls get 10503. `null` (default): no feature. */
      requireFeature?: string | null;
      /**
       * @description If true, a client with a running trial needs no card or user even if `cost` is above 0, and its calls consume no
       *     uses. Default: false. A trial has no features, so it does not satisfy `requireFeature`. Without `cost` and
       *     `requireFeature`, every client can call the function anyway.
       */
      trials?: boolean;
    };
    CreateNotifierDto: {
      /** @description Unique, 1–100 characters. */
      name: string;
      /**
       * @description Service that sends the messages. It cannot be changed later.
       * @enum {string}
       */
      kind: 'telegram' | 'wecom' | 'dingtalk' | 'feishu' | 'discord' | 'serverchan' | 'bark' | 'email';
      /**
       * @description Secret that lets the server send messages. Required except for email.
       *     - WeCom, DingTalk, Feishu, Discord: the webhook address of a robot
       *     - Telegram: the token of a bot
       *     - ServerChan: the SendKey
       *     - Bark: the key of a device
       */
      token?: string | null;
      /** @description Secret for signing requests, if the robot (DingTalk, Feishu) requires signatures; 1–100 characters. */
      signingSecret?: string | null;
      /** @description Id of a chat or name of a channel (Telegram), or an email address (email). Required for these two kinds. */
      recipient?: string | null;
      /** @description Address of a self-hosted server (Telegram, ServerChan, Bark); null means the public service. */
      address?: string | null;
      /** @description Types of events; by default only `*`, which means all types. A daily digest ignores this setting. */
      types?: string[];
      /** @description Ids of the applications. Null, the default, means all applications. */
      applicationIds?: number[] | null;
      /** @description If true, messages contain complete card keys; by default only their last four characters. */
      revealCards?: boolean;
      /**
       * @description Language of the messages; English by default.
       * @enum {string}
       */
      language?: 'en' | 'zh-CN';
      /** @description IANA time zone of times in messages, of the quiet hours and of the digest; UTC by default. */
      timeZone?: string;
      /** @description Start of the quiet hours, such as `22:00`. Messages wait until the quiet hours end. Null means no quiet hours. */
      quietFrom?: string | null;
      /** @description End of the quiet hours, such as `08:00`. Null means no quiet hours. */
      quietTo?: string | null;
      /**
       * @description `instant` (default): a message for each event. `daily`: one message a day with the previous day's figures.
       * @enum {string}
       */
      mode?: 'instant' | 'daily';
      /** @description Hour at which the daily digest is sent, 0–23; 9 by default. */
      digestHour?: number;
      /** @description True by default. A disabled notifier receives nothing. */
      enabled?: boolean;
    };
    CreateRemoteDataDto: {
      applicationId: number;
      /**
       * @description Default: `app`.
       * @enum {string}
       */
      scope?: 'card' | 'app';
      /** @description The card that owns the value: required in the scope `card`, refused in the scope `app`. */
      card?: string;
      /**
       * @description 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique among the values of the application or
       *     card.
       */
      key: string;
      /** @description At most 64 KiB. */
      value: string;
    };
    CreateSoftwareVersionDto: {
      applicationId: number;
      /** @description 1–32 letters and digits of any script, `_`, `.` and `-`; by default `stable`. */
      channel?: string;
      /**
       * @description Version such as `1.10.0` or `v2.0-beta.1`, at most 64 characters. A channel cannot contain the same version twice,
       *     even in different spellings.
       */
      version: string;
      /** @description Download address, 1–2048 characters. */
      url: string;
      /** @description Release notes, at most 64 KiB; by default empty. */
      notice?: string;
      /** @description If false (default), the version is a draft, which clients cannot see. */
      released?: boolean;
      /**
       * @description If true, older clients of the channel must update once this version is released; they receive `forced` with the
       *     latest version. Default: false.
       */
      forced?: boolean;
    };
    CreateUserDto: {
      applicationId: number;
      /** @description Card type that determines the user's limits and time. The time starts at once. */
      cardTypeId: number;
      /** @description 1–20 printable characters, unique within the application. */
      username: string;
      /** @description Internal note, at most 500 characters. */
      note?: string | null;
      /** @description The text that clients will send as the password, 6–30 characters. */
      password: string;
    };
    CreateVariableDto: {
      applicationId: number;
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`, unique within the application. */
      key: string;
      /** @description At most 64 KiB. */
      value: string;
      /** @description `md5`, `crc32` or a fixed text (1–255 characters) that clients get unchanged. `null` means no check value. */
      checkRule?: string | null;
      /** @description True if reading requires a valid card; by default false. */
      cardAuth?: boolean;
      /**
       * @description If true, a running trial is accepted instead of the card that `cardAuth` requires. Default: false. Without
       *     `cardAuth` and `requireFeature`, every client can read the variable anyway.
       */
      trials?: boolean;
      /**
       * @description Feature that the card must have; requests with other cards are refused with 10503. `null` (default): no feature.
       *     This setting implies `cardAuth`. A trial has no features, so it does not satisfy this setting.
       */
      requireFeature?: string | null;
    };
    CreateWebhookDto: {
      /** @description Unique, 1–100 characters. */
      name: string;
      /** @description HTTPS or HTTP address, at most 1000 characters. The host must be public or allowed by `OUTGOING_ALLOW`. */
      url: string;
      /** @description Types of events, or only `*` for all types, including types that later server versions add. */
      types: string[];
      /** @description Ids of the applications. Null, the default, means all applications. */
      applicationIds?: number[] | null;
      /** @description If true, requests contain complete card keys; by default only their last four characters. */
      revealCards?: boolean;
      /** @description True by default. A disabled webhook receives nothing. */
      enabled?: boolean;
      /** @description An existing signing secret to keep using. By default a new one is created. */
      secret?: string;
    };
    DataFilter: {
      /**
       * @description app or card.
       * @enum {string}
       */
      scope?: 'card' | 'app';
      /** @description Prefix of the key. */
      key?: string;
      /** @description Only values of the card with this name. */
      card?: string;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    DataResult: {
      /**
       * @description The value as written, at most 64 KiB.
       * @example hello
       */
      value: string;
    };
    DataUsageDto: {
      /** @example 80 */
      keys: number;
      /** @description Bytes of keys and values in UTF-8. */
      bytes: number;
      /** @description Maximum number of keys. */
      maxKeys: number;
      /** @description Maximum number of bytes. */
      maxBytes: number;
    };
    DayFiguresDto: {
      /** @description Date in the application's time zone, such as `2026-01-15`. */
      day: string;
      /** @description True if the day is not over, or its figures are not complete yet. */
      isOpen: boolean;
      /** @description Income by currency; `null` if the caller may not see prices. */
      money: components['schemas']['MoneyDto'][] | null;
      /** @description Orders of shops and of administrators, including orders that were refunded. */
      orders: number;
      /** @description Cards issued with the `orders`. */
      cards: number;
      /** @description Orders refunded on this day. */
      refunds: number;
      /** @description Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
      activations: number;
      refusals: number;
      /** @description Devices that began their first trial. */
      trials: number;
      /** @description Of the devices that had begun a trial, those that were then bound to a card or user for the first time. */
      trialConversions: number;
      /** @description Cards and users whose time ended on this day, or would have ended on it without a renewal. */
      expired: number;
      /**
       * @description Number of the cards and users counted in `expired` that were recharged at most 14 days before or after their
       *     expiry. The number may still grow in the 14 days after this day.
       */
      renewed: number;
      /** @description Distinct cards with a session on this day; `null` until the day is over, or if unknown. */
      activeCards: number | null;
      /** @description Distinct users with a session on this day; `null` as for `activeCards`. */
      activeUsers: number | null;
      /** @description Distinct cards that had a session on this day or earlier in its calendar month; `null` as for `activeCards`. */
      monthActiveCards: number | null;
      /** @description Distinct users that had a session on this day or earlier in its calendar month; `null` as for `activeCards`. */
      monthActiveUsers: number | null;
    };
    DayStatsDto: {
      /** @description IANA time zone of the days; `null` for several applications, each of which has its own days. */
      timeZone: string | null;
      /** @description Every day, earliest first, with 0 where nothing happened; the last day is today. */
      days: components['schemas']['DayFiguresDto'][];
    };
    DeliveryFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      webhookId?: number;
      /**
       * @description pending, delivered or failed.
       * @enum {string}
       */
      status?: 'failed' | 'pending' | 'delivered';
    };
    DeviceDto: {
      id: number;
      applicationId: number;
      /** @enum {string} */
      holderKind: 'card' | 'user';
      holderId: number;
      /** @description Device id from the client, 1–128 characters. */
      deviceId: string;
      boundAt: number;
      /** @description Name of the card or user. */
      holderName: string | null;
      /** @description Time until which the device's offline ticket is valid, in epoch milliseconds; null if it has no valid ticket. */
      ticketExpiresAt: number | null;
    };
    DeviceFilter: {
      /**
       * @description Kind of the holder: card or user.
       * @enum {string}
       */
      holderKind?: 'card' | 'user';
      /** @description Id of the card or user. */
      holderId?: number;
      /** @description Prefix of the device id. */
      deviceId?: string;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    DiagnosisFactsDto: {
      /** @description For `address_blocked` and `blocked`. */
      block?: components['schemas']['BlockingDto'];
      /** @description For `consumed`. */
      consumedBy?: components['schemas']['ConsumerDto'] | null;
      /**
       * @description For `frozen`: the administrator who froze the card or user, according to the audit log; null if unknown. Only the
       *     application's latest 100 bulk jobs are searched.
       */
      frozenBy?: string | null;
      /** @description For `frozen`: the time of the freeze, in epoch milliseconds; null if unknown. */
      frozenAt?: number | null;
      /** @description For `frozen`: the reason given for the freeze; null if there was none or it is unknown. */
      frozenReason?: string | null;
      /** @description For `expired`: the time of expiry in epoch milliseconds. */
      expiredAt?: number;
      /** @description For `device_limit`: the maximum number of bound devices. */
      maxDevices?: number;
      /** @description For `device_limit`: the bound devices, at most 50. */
      devices?: components['schemas']['BoundDeviceDto'][];
      /** @description For `multi_open`: the maximum number of concurrent sessions. */
      maxSessions?: number;
      /** @description For `multi_open`: the open sessions. For `none`: the sessions that the login would end. At most 50. */
      sessions?: components['schemas']['HolderSessionDto'][];
      /** @description For `none`: true when the login would start the time of the card or user. */
      activates?: boolean;
      /** @description For `none`: true when the login would bind the device. */
      binds?: boolean;
    };
    DujiaoCancelResult: {
      ok: boolean;
      order_id: number;
      order_no: string;
      /** @enum {string} */
      status: 'canceled';
    };
    DujiaoCategoriesResult: {
      ok: boolean;
      categories: components['schemas']['DujiaoCategoryResult'][];
    };
    DujiaoCategoryResult: {
      id: number;
      parent_id: number;
      slug: string;
      name: components['schemas']['DujiaoTextResult'];
      icon: string;
      sort_order: number;
    };
    DujiaoFulfillmentResult: {
      /** @enum {string} */
      type: 'auto';
      /** @enum {string} */
      status: 'delivered';
      /** @description The cards, one per line. */
      payload: string;
      delivery_data: string | null;
      /** @description RFC 3339. */
      delivered_at: string;
    };
    DujiaoItemResult: {
      product_id: number | null;
      sku_id: number | null;
      title: components['schemas']['DujiaoTextResult'];
      quantity: number;
      unit_price: string;
      total_price: string;
      /** @enum {string} */
      fulfillment_type: 'auto';
    };
    DujiaoOneProductResult: {
      ok: boolean;
      product: components['schemas']['DujiaoProductResult'];
    };
    DujiaoOrderDetailResult: {
      ok: boolean;
      order_id: number;
      /** @description The `downstream_order_no`. */
      order_no: string;
      /**
       * @description With `paid`, the shop polls for the cards or waits for the callback.
       * @enum {string}
       */
      status: 'refunded' | 'delivered' | 'paid';
      /** @description Amount in major units. */
      amount: string;
      currency: string;
      /** @description Amount in major units. */
      refunded_amount: string;
      /** @description Always empty. */
      refund_records: string[];
      items: components['schemas']['DujiaoItemResult'][];
      fulfillment: components['schemas']['DujiaoFulfillmentResult'];
    };
    DujiaoOrderDto: {
      /** @description Id of a SKU of a product. */
      sku_id: number;
      /** @description Number of cards, at most the limit of the channel. */
      quantity: number;
      /**
       * @description The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`. A repeated number returns the same order. The field is
       *     required, since without it a repeated request would issue cards again; dujiao-next always sends it.
       */
      downstream_order_no: string;
      /** @description Callback address of the shop, called with the cards after the order is issued and again after a refund. */
      callback_url?: string;
      /** @description Ignored. */
      trace_id?: Record<string, never>;
      /** @description Ignored: no product needs a form. */
      manual_form_data?: Record<string, never>;
    };
    DujiaoOrderResult: {
      ok: boolean;
      order_id: number;
      /** @description The `downstream_order_no`. */
      order_no: string;
      /**
       * @description With `paid`, the shop polls for the cards or waits for the callback.
       * @enum {string}
       */
      status: 'refunded' | 'delivered' | 'paid';
      /** @description Amount in major units. */
      amount: string;
      currency: string;
    };
    DujiaoPingResult: {
      ok: boolean;
      /** @description Name of the application. */
      site_name: string;
      protocol_version: string;
      /** @description Id of the channel. */
      user_id: number;
      /** @description Always `0.00`: there is no prepaid balance. */
      balance: string;
      /** @description Currency of the first product. */
      currency: string;
      member_level: string | null;
    };
    DujiaoProductResult: {
      id: number;
      slug: string;
      title: components['schemas']['DujiaoTextResult'];
      description: Record<string, never>;
      content: Record<string, never>;
      seo_meta: Record<string, never>;
      images: string[];
      tags: string[];
      /** @description Price of one card in major units. */
      price_amount: string;
      currency: string;
      /** @enum {string} */
      fulfillment_type: 'auto';
      manual_form_schema: Record<string, never>;
      is_active: boolean;
      category_id: number;
      /** @description Always one. */
      skus: components['schemas']['DujiaoSkuResult'][];
      /** @description RFC 3339. */
      created_at: string;
      /** @description Time in RFC 3339 at which the channel was last changed. Changes of the stock do not count. */
      updated_at: string;
    };
    DujiaoProductsResult: {
      ok: boolean;
      items: components['schemas']['DujiaoProductResult'][];
      total: number;
      page: number;
      page_size: number;
      includes_inactive: boolean;
    };
    DujiaoSkuResult: {
      /** @description Id to send as an order's `sku_id`. */
      id: number;
      sku_code: string;
      spec_values: Record<string, never>;
      /** @description Price of one card in major units. */
      price_amount: string;
      /** @enum {string} */
      stock_status: 'unlimited' | 'in_stock' | 'low_stock' | 'out_of_stock';
      /**
       * @description Number of cards that can be ordered: of the mode `stock` at most 10000, and at most what the channel may still order
       *     today; -1 if unlimited (mode `make` without a limit per day).
       */
      stock_quantity: number;
      is_active: boolean;
    };
    DujiaoTextResult: {
      'zh-CN': string;
      'zh-TW': string;
      'en-US': string;
    };
    EditAdminDto: {
      /** @description Email address to sign in with, unique regardless of case. */
      email?: string;
      name?: string;
      /** @description 10–128 characters. */
      password?: string;
      /** @enum {string} */
      role?: 'viewer' | 'operator' | 'manager' | 'owner';
      /** @description Ids of the assigned applications; none by default. Owners have access to all applications. */
      applicationIds?: number[];
      /** @description True by default. A disabled administrator cannot sign in. */
      enabled?: boolean;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditApplicationDto: {
      name?: string;
      enabled?: boolean;
      /** @enum {string} */
      signMode?: 'md5' | 'hmac-sha256' | 'hmac-sha256-path';
      /**
       * @description Signature of answers. `false` means `off`, and `true` means `digest`.
       * @enum {string}
       */
      responseSignature?: 'off' | 'digest' | 'ed25519';
      /** @description Number of seconds by which a client's clock may be ahead of the server's clock. */
      clockLeewaySec?: number;
      /**
       * @description Language of error messages.
       * @enum {string}
       */
      language?: 'en' | 'zh-CN';
      /** @description IANA time zone in which clients receive `expires`, and in which days, months and years are counted. */
      timeZone?: string;
      /** @description Seconds without a heartbeat after which a session expires. */
      heartbeatTimeoutSec?: number;
      /** @description Suggested heartbeat interval in seconds, less than the timeout. `null` means a third of the timeout. */
      hg?: number | null;
      /**
       * @description Action when a login exceeds the session limit. Open sessions of the same device are ended first; the policy applies
       *     only if ending them does not make enough room.
       * @enum {string}
       */
      multiOpenPolicy?: 'refuse' | 'kick_oldest';
      /** @enum {string} */
      unbindPolicy?: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled';
      /**
       * @description Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
       *     at least 1 hour.
       */
      unbindHours?: number;
      /** @description Hours that a customer must wait between two unbinds on the customer's page. 0 means no wait. */
      unbindCooldownHours?: number;
      /** @description Unbind limit that a new card type gets if it is created without one. `null` means unlimited. */
      defaultUnbindLimit?: number | null;
      /**
       * @description How often a device may have a trial without a card: never, once, or once in each interval.
       * @enum {string}
       */
      trial?: 'off' | 'once' | 'interval';
      /** @description Length of a trial in minutes. */
      trialMinutes?: number;
      /**
       * @description Length of an interval in hours, if `trial` is `interval`. Intervals are aligned to midnight in the application's
       *     time zone; intervals of 168 hours begin on Monday.
       */
      trialIntervalHours?: number;
      /**
       * @description Number of new trials that one address may begin without a wait. This allowance refills evenly over 24 hours, so the
       *     address may begin nearly twice this number on the first day. 0 means unlimited.
       */
      trialsPerAddress?: number;
      /**
       * @description Another service whose unchanged clients can use this application, under the path `/v1`.
       * @enum {string}
       */
      compat?: 'none' | 'paojiaoyun';
      /**
       * @description Hosts that clients of the other service may call, in lower case, at most 10. A host without a port accepts any
       *     port; an empty list accepts any host.
       */
      compatHosts?: string[];
      /** @description Turns the customer's page on. Its link is created when the page is turned on for the first time. */
      portalEnabled?: boolean;
      /** @description Title of the customer's page, at most 100 characters. If empty, the page shows the application's name. */
      portalTitle?: string;
      /**
       * @description `https` address of an image on the customer's page, at most 500 characters. The host must be an IP address or
       *     consist of `a-z0-9.-`. If empty, the page has no image.
       */
      portalLogoUrl?: string;
      /** @description The seller's contact, such as an address or a chat, shown on the customer's page; at most 500 characters. */
      portalContact?: string;
      /** @description Languages of the customer's page, the default first. */
      portalLanguages?: ('en' | 'zh-CN')[];
      /** @description Allows the customer's page even if keys of a card type have fewer than 50 random bits and can be guessed. */
      portalShortKeysConfirmed?: boolean;
      /** @description Global configuration, which clients receive unchanged; at most 64 KiB. */
      config?: string;
      /** @description At most 64 KiB. */
      notice?: string;
      /**
       * @description Template for a card's text, at most 500 characters. This text is what the panel copies for a card, and what exports
       *     by template contain. The template must contain `{card}`, and may contain `{type}`, `{duration}`, `{batch}`,
       *     `{note}` and `{application}`, as in `Card: {card} ({duration})`. `null` means `{card}`.
       */
      cardTemplate?: string | null;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditBlockDto: {
      /**
       * @description 1–128 characters. For `ip`: an IPv4 or IPv6 address or a CIDR range. For `device`: the exact device id. For `card`
       *     and `user`: a name in which `*` matches any characters.
       */
      pattern?: string;
      /** @description Internal reason, 1–255 characters; clients do not see it. */
      reason?: string;
      /** @description Expiry in epoch milliseconds, in the future. If null or omitted, the block stays until it is deleted. */
      expiresAt?: number | null;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditCardDto: {
      /** @description At most 100 characters; `null` if the card is in no batch. */
      batch?: string | null;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions?: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices?: number;
      /** @description Maximum number of unbinds by clients; `null` means unlimited. */
      unbindLimit?: number | null;
      /** @description Replaces all features: at most 32, and 4 KiB as JSON. A value is a text, a number, true or false. */
      features?: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no further tickets. */
      offlineHours?: number;
      /** @description Number of unbinds so far. */
      unbindsUsed?: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses?: number | null;
      /**
       * @description Interval at which the uses are refilled, in the application's time zone.
       * @enum {string}
       */
      usesPeriod?: 'none' | 'day' | 'month';
      /** @description JSON text of at most 64 KiB (any text if the application has `compat`); null clears it. */
      config?: string | null;
      /** @description Internal note, at most 500 characters; null clears it. */
      note?: string | null;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditCardTypeDto: {
      /** @description 1–100 characters, unique within the application; clients receive it as `card_type`. */
      name?: string;
      /** @enum {string} */
      durationUnit?: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /**
       * @description Number of units, 1–52596000. Omit this field for permanent cards. However long the duration is, a card expires in
       *     the year 9999 at the latest.
       */
      durationAmount?: number;
      /** @description Maximum number of concurrent sessions. 0 means unlimited; the default is 1. */
      maxSessions?: number;
      /** @description Maximum number of devices. 0 means unlimited; the default is 1. */
      maxDevices?: number;
      /** @description Maximum number of unbinds by clients. `null` means unlimited; the default is the application's limit. */
      unbindLimit?: number | null;
      /** @description Number of uses of a card, in total or per period, 1–1,000,000,000. With `null` (default), uses are not counted. */
      uses?: number | null;
      /**
       * @description When the uses are refilled: never (`none`, default), or at the start of each `day` or `month` in the application's
       *     time zone.
       * @enum {string}
       */
      usesPeriod?: 'none' | 'day' | 'month';
      /**
       * @description Features of a card by name, at most 32 names and 4 KiB as JSON. By default there are none. A name has 1–64
       *     characters: letters and digits of any script, `_`, `.` and `-`. A value is a text, a number, true or false. Clients
       *     receive the features with each login.
       */
      features?: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket of a card is valid. 0 (default) means no tickets. */
      offlineHours?: number;
      /**
       * @description Unbind policy of the cards and users of this type. `null` (default) means the application's policy. A change
       *     applies to existing cards and users at once. The policies `add_hours` and `reset_to_unused` require an
       *     `unbindLimit`.
       * @enum {string|null}
       */
      unbindPolicy?: 'unbind_only' | 'reset_to_unused' | 'deduct_hours' | 'add_hours' | 'disabled' | null;
      /**
       * @description Hours that each unbind deducts or adds if `unbindPolicy` is `deduct_hours` or `add_hours`. These policies require
       *     at least 1 hour.
       */
      unbindHours?: number;
      /** @description Default mask for keys of this type, such as `VIP-****-****-****-****`. `null` means the server's default. */
      keyMask?: string | null;
      /** @description Price as free text, at most 200 characters. */
      priceNote?: string | null;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditChannelDto: {
      /** @description 1–100 characters, unique within the application. */
      name?: string;
      /**
       * @description True by default. A disabled channel refuses orders, and records payments without issuing cards. It still processes
       *     refunds of payment services.
       */
      enabled?: boolean;
      /** @description Maximum number of cards per order, 1–100; default 10. */
      maxPerOrder?: number;
      /** @description Maximum number of cards per calendar day of the application's time zone, 1–1000000; by default unlimited (null). */
      maxPerDay?: number | null;
      /** @description At most 50 addresses and CIDR ranges from which the shop may call. An empty list (default) allows any address. */
      addresses?: string[];
      /** @description Stock is low if fewer cards than this number (1–10000) are available. With `null` (default), it is never low. */
      lowStock?: number | null;
      /**
       * @description Secret with which the payment service signs its events, 6–200 printable characters. Only for `stripe`,
       *     `lemonsqueezy`, `polar` and `woocommerce`, whose events are refused without it. The secret is never shown.
       */
      signingSecret?: string;
      /**
       * @description Which cards are frozen when the payment service reports a refund; default `unused`.
       * @enum {string}
       */
      refundMode?: 'unused' | 'all';
      /** @description If true, buyers get their cards by email when the contact of the order is an email address. Default: false. */
      mailCards?: boolean;
      /** @description Text below the cards in the email, 1–2000 characters. `null` (default) means no text. */
      mailText?: string | null;
      /** @description At most 50. */
      products?: components['schemas']['EditProductDto'][];
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditDto: {
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditFunctionDto: {
      /** @description 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique within the application. */
      name?: string;
      /** @description JavaScript source that defines a function with this name and has no syntax errors; at most 64 KiB. */
      source?: string;
      /** @description True by default. Calls of a disabled function are refused with 10541. */
      enabled?: boolean;
      /**
       * @description Maximum wall time of a call in milliseconds, at most the server's limit. If null or omitted, the server's limit
       *     applies.
       */
      timeoutMs?: number | null;
      /** @description Maximum memory of a call in MiB, at most the server's limit. If null or omitted, the server's limit applies. */
      memoryMb?: number | null;
      /**
       * @description Number of uses that a call consumes from the caller's card or user, 0–1000; default 0. If this number is above 0 or
       *     `requireFeature` is set, a call requires a card or user. A failed call consumes no uses.
       */
      cost?: number;
      /** @description Feature that the caller's card or user must have; other calls get 10503. `null` (default): no feature. */
      requireFeature?: string | null;
      /**
       * @description If true, a client with a running trial needs no card or user even if `cost` is above 0, and its calls consume no
       *     uses. Default: false. A trial has no features, so it does not satisfy `requireFeature`. Without `cost` and
       *     `requireFeature`, every client can call the function anyway.
       */
      trials?: boolean;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditHolderDto: {
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions?: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices?: number;
      /** @description Maximum number of unbinds by clients; `null` means unlimited. */
      unbindLimit?: number | null;
      /** @description Replaces all features: at most 32, and 4 KiB as JSON. A value is a text, a number, true or false. */
      features?: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no further tickets. */
      offlineHours?: number;
      /** @description Number of unbinds so far. */
      unbindsUsed?: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses?: number | null;
      /**
       * @description Interval at which the uses are refilled, in the application's time zone.
       * @enum {string}
       */
      usesPeriod?: 'none' | 'day' | 'month';
      /** @description JSON text of at most 64 KiB (any text if the application has `compat`); null clears it. */
      config?: string | null;
      /** @description Internal note, at most 500 characters; null clears it. */
      note?: string | null;
    };
    EditNotifierDto: {
      /** @description Unique, 1–100 characters. */
      name?: string;
      /**
       * @description Secret that lets the server send messages. Required except for email.
       *     - WeCom, DingTalk, Feishu, Discord: the webhook address of a robot
       *     - Telegram: the token of a bot
       *     - ServerChan: the SendKey
       *     - Bark: the key of a device
       */
      token?: string | null;
      /** @description Secret for signing requests, if the robot (DingTalk, Feishu) requires signatures; 1–100 characters. */
      signingSecret?: string | null;
      /** @description Id of a chat or name of a channel (Telegram), or an email address (email). Required for these two kinds. */
      recipient?: string | null;
      /** @description Address of a self-hosted server (Telegram, ServerChan, Bark); null means the public service. */
      address?: string | null;
      /** @description Types of events; by default only `*`, which means all types. A daily digest ignores this setting. */
      types?: string[];
      /** @description Ids of the applications. Null, the default, means all applications. */
      applicationIds?: number[] | null;
      /** @description If true, messages contain complete card keys; by default only their last four characters. */
      revealCards?: boolean;
      /**
       * @description Language of the messages; English by default.
       * @enum {string}
       */
      language?: 'en' | 'zh-CN';
      /** @description IANA time zone of times in messages, of the quiet hours and of the digest; UTC by default. */
      timeZone?: string;
      /** @description Start of the quiet hours, such as `22:00`. Messages wait until the quiet hours end. Null means no quiet hours. */
      quietFrom?: string | null;
      /** @description End of the quiet hours, such as `08:00`. Null means no quiet hours. */
      quietTo?: string | null;
      /**
       * @description `instant` (default): a message for each event. `daily`: one message a day with the previous day's figures.
       * @enum {string}
       */
      mode?: 'instant' | 'daily';
      /** @description Hour at which the daily digest is sent, 0–23; 9 by default. */
      digestHour?: number;
      /** @description True by default. A disabled notifier receives nothing. */
      enabled?: boolean;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditProductDto: {
      /** @description A card type of the application; a channel has at most one product of each card type. */
      cardTypeId: number;
      /**
       * @description Public name that shops send as `card_type`. In a payment service's channel: the id that the service gives the
       *     product. In both cases 1–100 characters, unique within the channel.
       */
      name: string;
      /** @description Price of one card in minor units of the currency, such as cents. */
      price: number;
      /** @description ISO 4217 code, such as `CNY`. */
      currency: string;
      /**
       * @description `make`: an order creates new cards. `stock`: an order gets the oldest available cards of `batch`.
       * @enum {string}
       */
      mode: 'make' | 'stock';
      /** @description Batch for the mode `stock`, 1–100 characters. Required in this mode, and not allowed otherwise. */
      batch?: string | null;
    };
    EditRemoteDataDto: {
      /**
       * @description 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique among the values of the application or
       *     card.
       */
      key?: string;
      /** @description At most 64 KiB. */
      value?: string;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditSoftwareVersionDto: {
      /** @description 1–32 letters and digits of any script, `_`, `.` and `-`; by default `stable`. */
      channel?: string;
      /**
       * @description Version such as `1.10.0` or `v2.0-beta.1`, at most 64 characters. A channel cannot contain the same version twice,
       *     even in different spellings.
       */
      version?: string;
      /** @description Download address, 1–2048 characters. */
      url?: string;
      /** @description Release notes, at most 64 KiB; by default empty. */
      notice?: string;
      /** @description If false (default), the version is a draft, which clients cannot see. */
      released?: boolean;
      /**
       * @description If true, older clients of the channel must update once this version is released; they receive `forced` with the
       *     latest version. Default: false.
       */
      forced?: boolean;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditVariableDto: {
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`, unique within the application. */
      key?: string;
      /** @description At most 64 KiB. */
      value?: string;
      /** @description `md5`, `crc32` or a fixed text (1–255 characters) that clients get unchanged. `null` means no check value. */
      checkRule?: string | null;
      /** @description True if reading requires a valid card; by default false. */
      cardAuth?: boolean;
      /**
       * @description If true, a running trial is accepted instead of the card that `cardAuth` requires. Default: false. Without
       *     `cardAuth` and `requireFeature`, every client can read the variable anyway.
       */
      trials?: boolean;
      /**
       * @description Feature that the card must have; requests with other cards are refused with 10503. `null` (default): no feature.
       *     This setting implies `cardAuth`. A trial has no features, so it does not satisfy this setting.
       */
      requireFeature?: string | null;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    EditWebhookDto: {
      /** @description Unique, 1–100 characters. */
      name?: string;
      /** @description HTTPS or HTTP address, at most 1000 characters. The host must be public or allowed by `OUTGOING_ALLOW`. */
      url?: string;
      /** @description Types of events, or only `*` for all types, including types that later server versions add. */
      types?: string[];
      /** @description Ids of the applications. Null, the default, means all applications. */
      applicationIds?: number[] | null;
      /** @description If true, requests contain complete card keys; by default only their last four characters. */
      revealCards?: boolean;
      /** @description True by default. A disabled webhook receives nothing. */
      enabled?: boolean;
      /** @description The `rowVersion` that was read with the record. If the record has changed since, the edit is refused with 409. */
      rowVersion: number;
    };
    Envelope: {
      /** @description 0 on success. */
      code: number;
      /** @description Only if the application signs answers by `ed25519`: the server's time in epoch seconds, covered by the signature. */
      time?: number;
      /** @description `ok` on success, otherwise the error message in the application's language. */
      message: string;
      /** @description With code 400: the reason for each bad parameter, by parameter name. */
      errs?: {
        [key: string]: string;
      };
      /** @description With code 500: the id of the request, which is also in the log. */
      request_id?: string;
      /**
       * @description Only if the application signs answers by `digest`: a number of 16 digits, greater than in any earlier answer. Empty
       *     in refusals that are not signed.
       */
      nonce?: string;
      /** @description Id of the application's public key, if answers are signed by `ed25519`. */
      kid?: string;
      /** @description Signature of the answer: lowercase hex by `digest`, base64url by `ed25519`. Empty in refusals that are not signed. */
      sign?: string;
    };
    ExpiringDayDto: {
      /** @description Start of the day, in epoch milliseconds. */
      at: number;
      /** @description Cards that are not frozen and expire on this day; for today, only cards that have not expired yet. */
      cards: number;
      /** @description Users that are not frozen and expire on this day; for today, only users that have not expired yet. */
      users: number;
    };
    ExpiringStatsDto: {
      /** @description IANA time zone of the days. */
      timeZone: string;
      /** @description Starting today. */
      days: components['schemas']['ExpiringDayDto'][];
    };
    FreezeDto: {
      /** @description Reason, 1–200 characters. It is recorded in the audit log and the history, for customer support. */
      reason?: string | null;
    };
    FrozenCardDto: {
      id: number;
      applicationId: number;
      cardTypeId: number;
      /** @description 1–64 printable characters, unique within the application. */
      card: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /** @description Number of unbinds done. */
      unbindsUsed: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /**
       * @description Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
       *     are subtracted, so the number can be negative.
       */
      usesUsed: number;
      /** @description A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
      usesCountedAt: number | null;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
      /**
       * @description Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
       *     clients of another service.
       */
      config: string | null;
      /** @description Notes of administrators; `null` if there are none. */
      note: string | null;
      /** @description Batch of the card; `null` if the card is in no batch. */
      batch: string | null;
      /** @description Order with which the card was sold; `null` if there is none. */
      orderId: number | null;
      /**
       * @description Time at which the card was handed to a customer or a shop, in epoch milliseconds. `null` if it was not: an
       *     unused card is then available, which means in stock.
       */
      issuedAt: number | null;
      /**
       * @description Kind of the holder that got the card's time by a recharge or registration; `null` if the card was not consumed.
       * @enum {string|null}
       */
      consumedByKind: 'card' | 'user' | null;
      consumedById: number | null;
      consumedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description The card or user that consumed this card earlier and keeps the card's time; `null` if there is none. */
      consumedBy: components['schemas']['ConsumerDto'] | null;
      /** @description The messages of `notices`. */
      warnings: string[];
      /** @description Notices about what freezing does not do, although a caller may expect it. */
      notices: components['schemas']['AdminProblem'][];
      /** @description False if the card was already in the requested state, frozen or not frozen. */
      changed: boolean;
    };
    FrozenUserDto: {
      id: number;
      applicationId: number;
      cardTypeId: number;
      /** @description 1–20 printable characters, unique within the application. */
      username: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /** @description Number of unbinds done. */
      unbindsUsed: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /**
       * @description Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
       *     are subtracted, so the number can be negative.
       */
      usesUsed: number;
      /** @description A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
      usesCountedAt: number | null;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
      /**
       * @description Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
       *     clients of another service.
       */
      config: string | null;
      /** @description Notes of administrators; `null` if there are none. */
      note: string | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description False if the user was already in the requested state, frozen or not frozen. */
      changed: boolean;
    };
    FulfilIssuedResult: {
      /** @description True if an earlier request with this number issued the cards. */
      replayed: boolean;
      /** @example A20260115-1 */
      order_no: string;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /**
       * @description Name of the product at the time of the order.
       * @example Month
       */
      card_type: string;
      /** @description Number of cards ordered. */
      quantity: number;
      /** @description In minor units of the currency; `null` if not known. */
      amount: number | null;
      /**
       * @description ISO 4217 code.
       * @example CNY
       */
      currency: string | null;
      /**
       * @description Card keys; those that an administrator deleted are missing.
       * @example [
       *       "7Q2M-9XKD-4T6A-PR3W"
       *     ]
       */
      cards: string[];
      /**
       * @description The card keys, one per line.
       * @example 7Q2M-9XKD-4T6A-PR3W
       */
      text: string;
      /** @description Time of the order, in epoch seconds. */
      created_at: number;
    };
    FulfilOrderDto: {
      /**
       * @description The shop's order number: 1–64 of `A-Z a-z 0-9 . _ : -`, beginning with a letter or digit. Unique within the
       *     channel.
       * @example A20260115-1
       */
      order_no: string;
      /**
       * @description Name of a product of the channel, or the id of its card type.
       * @example Month
       */
      card_type: string;
      /** @description Number of cards, 1–100 and at most the limit of the channel; by default 1. */
      quantity?: number;
      /** @description Contact of the buyer. Unprintable characters are removed, and only the first 200 characters are kept. */
      contact?: string;
      /**
       * @description Amount that the buyer paid for the whole order, in minor units. By default the price of the product times
       *     `quantity`.
       */
      amount?: number;
      /** @description Unprintable characters are removed, and only the first 500 characters are kept. */
      note?: string;
    };
    FulfilOrderResult: {
      /** @example A20260115-1 */
      order_no: string;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /**
       * @description Name of the product at the time of the order.
       * @example Month
       */
      card_type: string;
      /** @description Number of cards ordered. */
      quantity: number;
      /** @description In minor units of the currency; `null` if not known. */
      amount: number | null;
      /**
       * @description ISO 4217 code.
       * @example CNY
       */
      currency: string | null;
      /**
       * @description Card keys; those that an administrator deleted are missing.
       * @example [
       *       "7Q2M-9XKD-4T6A-PR3W"
       *     ]
       */
      cards: string[];
      /**
       * @description The card keys, one per line.
       * @example 7Q2M-9XKD-4T6A-PR3W
       */
      text: string;
      /** @description Time of the order, in epoch seconds. */
      created_at: number;
    };
    FulfilProductResult: {
      /**
       * @description Name of the product, which an order sends as `card_type`.
       * @example Month
       */
      card_type: string;
      /** @description Id of the card type, which can be sent as `card_type` instead. */
      card_type_id: number;
      /** @enum {string} */
      mode: 'make' | 'stock';
      /**
       * @description Number of cards that can be ordered now: of the mode `stock` at most 10000, and at most what the channel may still
       *     order today; `null` if unlimited (mode `make` without a limit per day).
       */
      available: number | null;
      /** @description Price of one card in minor units of the currency. */
      price: number;
      /**
       * @description ISO 4217 code.
       * @example CNY
       */
      currency: string;
    };
    FulfilRefundDto: {
      /**
       * @description `unused`: freezes the cards that were not used yet. `all`: freezes every card and ends its sessions.
       * @enum {string}
       */
      mode: 'unused' | 'all';
    };
    FulfilRefundResult: {
      order_no: string;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /** @description Number of cards ordered. */
      quantity: number;
      /** @description Number of cards that are frozen now. */
      frozen: number;
      /** @description Number of cards that a customer had used. */
      used: number;
    };
    FulfilRefusalResult: {
      /** @description The first three digits are the HTTP status. */
      code: number;
      message: string;
    };
    FulfilStockResult: {
      products: components['schemas']['FulfilProductResult'][];
    };
    FunctionCallDto: {
      id: number;
      /** @description Version of the function that ran. */
      version: number;
      at: number;
      ok: boolean;
      durationMs: number;
      /** @description Approximate heap use in bytes. */
      heapBytes: number;
      /** @description Error message; `null` if the call succeeded. */
      error: string | null;
      /** @description Output of `console.log`, one line each. */
      console: string;
    };
    FunctionCallFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description If true, only successful calls. If false, only failed calls. */
      ok?: boolean;
    };
    FunctionFilter: {
      /** @description Prefix of the name. */
      name?: string;
      enabled?: boolean;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    FunctionLimitsDto: {
      /** @description Maximum wall time of a call in milliseconds. */
      timeoutMs: number;
      /** @description Maximum memory of a call in MiB. */
      memoryMb: number;
    };
    FunctionResult: {
      /**
       * @description JSON text of the value that the function returned, at most 64 KiB; the text `null` if it returned no value.
       * @example 42
       */
      return: string;
      /**
       * @description Uses left after the call; absent if the function costs no uses, or a trial calls it.
       * @example 97
       */
      uses_left?: number;
    };
    FunctionTestDto: {
      /** @description False if the run failed; `error` is the reason. */
      ok: boolean;
      /** @description JSON text of the return value, as clients get it. */
      value?: string;
      /** @description The reason of the failure. */
      error?: string;
      /** @description Output to `console`, one entry for each call of a console method; truncated when too long. */
      console: string[];
      /** @description Wall time in milliseconds. */
      durationMs: number;
      /** @description Approximate heap use in bytes; 0 when unknown. */
      heapBytes: number;
    };
    FunctionVersionDto: {
      id: number;
      version: number;
      /** @description The author of the save. */
      createdBy: string;
      createdAt: number;
      source: string;
    };
    GenerateCardsDto: {
      /** @description Number of cards to create, 1–100000. */
      count: number;
      /**
       * @description Each `*` becomes a random character, as in `VIP-****-****-****-****`. Default: the type's mask, or 16 `*` in groups
       *     of 4.
       */
      mask?: string;
      /** @description 10–64 distinct characters for the `*`. Default: the digits and capital letters without 0, 1, I and O. */
      alphabet?: string;
      /** @description Card type whose terms the cards get. */
      cardTypeId: number;
      /** @description Batch of the cards; by default `#` and the job's id. */
      batch?: string;
      /** @description Note of the cards. */
      note?: string;
      applicationId: number;
      /**
       * @description Idempotency key, unique within the application. A repeated request creates no second job and returns the first job.
       *     A request for a different job with the same key is refused.
       */
      requestKey?: string;
    };
    HeartbeatResult: {
      /**
       * @description `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` if permanent.
       * @example 2027-01-31 18:30:00
       */
      expires: string;
      /**
       * @description The expiry in epoch seconds.
       * @example 1801391400
       */
      expires_ts: number;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
      /**
       * @description Uses left, if the card or user is counted; otherwise absent.
       * @example 97
       */
      uses_left?: number;
    };
    HolderAuditDto: {
      id: number;
      at: number;
      /** @enum {string} */
      actorKind: 'admin' | 'token' | 'server' | 'customer';
      /**
       * @description The administrator's email address, with the name of the API token if a token was used; `server`, `customer` or
       *     `unknown` for other actors.
       */
      actorName: string;
      /** @description Action such as `create`, `update`, `delete`, `freeze`. */
      action: string;
      /** @description JSON of the changed fields before the change; `null` if the record was created. Never contains secrets. */
      before: string | null;
      /** @description JSON of the changed fields after the change; `null` if the record was deleted. */
      after: string | null;
    };
    HolderHistoryDto: {
      /**
       * @description Actions of administrators, API tokens and the customer on this holder only; bulk jobs are in the audit log under
       *     `card-jobs`.
       */
      audit: components['schemas']['HolderAuditDto'][];
      sessions: components['schemas']['HolderSessionDto'][];
      /** @description Refused requests, kept for `REFUSAL_RETENTION_DAYS`. Repetitions within a minute are recorded once. */
      refusals: components['schemas']['HolderRefusalDto'][];
      /** @description The card or user that consumed the card; `null` if there is none. For a user always `null`. */
      consumedBy: components['schemas']['ConsumerDto'] | null;
      /** @description Cards that the card or user consumed. */
      consumed: components['schemas']['ConsumedCardDto'][];
      /** @description Null if the uses of the card or user are not counted. */
      uses: components['schemas']['UsesDto'] | null;
      /** @description Consumed uses, kept for 7 days. */
      consumptions: components['schemas']['ConsumptionDto'][];
    };
    HolderRefusalDto: {
      id: number;
      /** @description Epoch milliseconds. */
      at: number;
      /** @description Path of the request after the prefix of the client API, such as `card/login`. */
      endpoint: string;
      /** @description Error code of the client API. */
      code: number;
      /** @description Device id in the request; `null` if the request contains none. */
      deviceId: string | null;
      /** @description Address of the client. */
      ip: string;
      /** @description Message of the code in English. */
      en: string;
      /** @description Message of the code in Chinese. */
      zh: string;
    };
    HolderSessionDto: {
      id: number;
      deviceId: string;
      /** @description Address the login came from. */
      ip: string;
      createdAt: number;
      /** @description Time of the last heartbeat, or of the login. While the session is live, this column may lag by about a second. */
      lastSeenAt: number;
      endedAt: number | null;
      /** @enum {string|null} */
      endReason: 'logout' | 'timeout' | 'replaced' | 'kicked' | 'unbound' | 'frozen' | 'restored' | null;
      /**
       * @description True if the session's next heartbeat would be accepted: the session has not ended, and its last heartbeat is within
       *     the timeout.
       */
      alive: boolean;
    };
    IdFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    IncomeFiguresDto: {
      /** @description Income in the period, by currency. */
      money: components['schemas']['MoneyDto'][];
      /** @description Income in the same part of the previous period. */
      before: components['schemas']['MoneyDto'][];
      /** @description Income on the day before today, whatever the period is. */
      yesterday: components['schemas']['MoneyDto'][];
      /** @description Orders of the period, including orders that were refunded. */
      orders: number;
    };
    IncomeGroupDto: {
      /** @enum {string} */
      kind: 'named' | 'by_hand' | 'deleted' | 'rest';
      /** @description Id of the card type or channel, for the kind `named`; otherwise `null`. */
      id: number | null;
      /** @description Name of the card type or channel, for the kind `named`; otherwise `null`. */
      name: string | null;
      /** @description ISO 4217 code, such as `CNY`; `null` for orders without an amount. */
      currency: string | null;
      orders: number;
      cards: number;
      /** @description Minor units. */
      income: number;
      refunds: number;
      /** @description Minor units. */
      refunded: number;
      /** @description `income` minus `refunded` on each date in the answer's `days`, in minor units. */
      byDay: number[];
    };
    IncomeStatsDto: {
      /** @description Dates, earliest first; the last one is today. */
      days: string[];
      /** @description For each currency: the 10 groups with the highest income, and the group `rest` if there are more. */
      groups: components['schemas']['IncomeGroupDto'][];
    };
    IssueCardsDto: {
      /** @description Filter, as for the list of cards; cards that are not available are omitted. */
      filter: components['schemas']['CardFilter'];
      /**
       * @description csv (default), txt or template.
       * @enum {string}
       */
      format?: 'csv' | 'txt' | 'template';
      /** @description Columns of a CSV file. */
      columns?: (
        | 'card'
        | 'type'
        | 'status'
        | 'frozen'
        | 'duration'
        | 'activatedAt'
        | 'expiresAt'
        | 'batch'
        | 'note'
        | 'id'
        | 'maxSessions'
        | 'maxDevices'
        | 'unbindLimit'
        | 'offlineHours'
        | 'unbindsUsed'
        | 'uses'
        | 'usesPeriod'
        | 'usesLeft'
        | 'features'
        | 'consumedAt'
        | 'orderId'
        | 'issuedAt'
        | 'createdAt'
      )[];
    };
    IssueOrderDto: {
      applicationId: number;
      /**
       * @description Idempotency key, 1–64 characters, unique within the application: a repeated request returns the cards of the first
       *     request. A request for a different order with the same key is refused.
       */
      requestKey: string;
      /** @description Card type of the cards. */
      cardTypeId: number;
      /** @description Number of cards, 1–100. */
      quantity: number;
      /** @description Batch whose oldest available cards are issued. If null or omitted, new cards are created. */
      batch?: string | null;
      /** @description Amount that the buyer paid for the whole order, in minor units of the currency. */
      amount?: number | null;
      /** @description ISO 4217 code; required with an amount. */
      currency?: string | null;
      /** @description Contact of the buyer, 1–200 characters. */
      contact?: string | null;
      /** @description 1–500 characters. */
      note?: string | null;
    };
    IssuedOrderDto: {
      id: number;
      applicationId: number;
      /** @description `null` if an administrator issued the cards. */
      channelId: number | null;
      /** @description The shop's order number, unique within the channel; `null` without a channel. */
      externalNo: string | null;
      /** @description Idempotency key of an administrator's request, unique within the application; `null` with a channel. */
      requestKey: string | null;
      /** @description `null` if the card type was deleted. */
      cardTypeId: number | null;
      /** @description Name of the product or card type at the time of the order. */
      product: string;
      /** @description Number of cards. */
      quantity: number;
      /** @description Amount of the whole order in minor units of the currency; `null` if not known. */
      amount: number | null;
      /** @description ISO 4217 code, such as `CNY`; `null` without an amount. */
      currency: string | null;
      /** @description Contact of the buyer; `null` if not given. */
      contact: string | null;
      note: string | null;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /** @description Name of the administrator who issued the cards; `null` for orders of shops. */
      createdBy: string | null;
      /** @description Time of the first refund in epoch milliseconds; `null` if there was none. */
      refundedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description The cards of the order, oldest first; deleted cards are missing. */
      cards: components['schemas']['OrderCardDto'][];
      /** @description The email with the cards; `null` if no email was requested. */
      mail: components['schemas']['OrderMailDto'] | null;
      /** @description True if an earlier request with this key issued the cards. */
      replayed: boolean;
    };
    KickApplicationDto: {
      applicationId: number;
    };
    KickedDto: {
      /** @description Number of ended sessions. */
      ended: number;
    };
    LatestVersion: {
      /**
       * @description Release notes.
       * @example Starts faster
       */
      notice: string;
      /**
       * @description Download address.
       * @example https://example.com/my-program-1.10.0.zip
       */
      url: string;
      /**
       * @description The version as entered, including its `v` if any.
       * @example 1.10.0
       */
      version: string;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
    };
    LatestVersionResult: {
      /**
       * @description Release notes.
       * @example Starts faster
       */
      notice: string;
      /**
       * @description Download address.
       * @example https://example.com/my-program-1.10.0.zip
       */
      url: string;
      /**
       * @description The version as entered, including its `v` if any.
       * @example 1.10.0
       */
      version: string;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
      /**
       * @description 1 if the client must update, because its version is older than one that the seller requires. Absent in all other
       *     cases, also if the request has no `version`.
       * @example 1
       */
      forced?: number;
    };
    ListedFunctionDto: {
      id: number;
      applicationId: number;
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`; the source defines a function with this name. */
      name: string;
      /** @description Incremented with every change of the source. */
      version: number;
      /** @description Calls of a disabled function get the error 10541, as if the function did not exist. */
      enabled: boolean;
      /** @description Maximum wall time of a call in milliseconds, at most the server's limit; `null` means the server's limit. */
      timeoutMs: number | null;
      /** @description Maximum memory of a call in MiB, at most the server's limit; `null` means the server's limit. */
      memoryMb: number | null;
      /** @description Number of uses that a call consumes. If 0 and `requireFeature` is null, the call needs no card or user. */
      cost: number;
      /** @description Feature that the caller's card or user must have; null means none. */
      requireFeature: string | null;
      /**
       * @description If true, a running trial can call the function without the card or user that `cost` requires. A trial consumes no
       *     uses.
       */
      trials: boolean;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Calls by clients in the last 24 hours, including the current hour. */
      recentCalls: number;
      /** @description Number of the `recentCalls` that failed. */
      recentFailures: number;
    };
    ListedFunctionVersionDto: {
      id: number;
      version: number;
      /** @description The author of the save. */
      createdBy: string;
      createdAt: number;
    };
    ListedVariableVersionDto: {
      id: number;
      version: number;
      /** @description The author of the save. */
      createdBy: string;
      createdAt: number;
    };
    LoginDiagnosisDto: {
      /**
       * @description `none` means that the login would succeed. Any other value names the first check of the client API that would
       *     refuse the login. The checks in their order:
       *     - `address_blocked`: refused with HTTP 429. If the block is only for this application, `application_disabled` is
       *     checked first
       *     - `application_disabled`
       *     - `blocked`: the card, the user or the device is blocked
       *     - `consumed`: the card was consumed
       *     - `frozen`, `expired`
       *     - `device_limit`: other devices have reached the device limit
       *     - `multi_open`: other sessions have reached the session limit
       * @enum {string}
       */
      reason:
        | 'address_blocked'
        | 'application_disabled'
        | 'blocked'
        | 'consumed'
        | 'frozen'
        | 'expired'
        | 'device_limit'
        | 'multi_open'
        | 'none';
      /** @description Code of the client API; 0 if the login would succeed. */
      code: number;
      /** @description The device for which the login is predicted; `null` stands for a new device. */
      deviceId: string | null;
      /** @description The address for which the login is predicted, from the last attempt; `null` if there was no attempt. */
      ip: string | null;
      facts: components['schemas']['DiagnosisFactsDto'];
    };
    LoginResult: {
      /**
       * @description `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` if permanent.
       * @example 2027-01-31 18:30:00
       */
      expires: string;
      /**
       * @description The expiry in epoch seconds.
       * @example 1801391400
       */
      expires_ts: number;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
      /**
       * @description Uses left, if the card or user is counted; otherwise absent.
       * @example 97
       */
      uses_left?: number;
      /**
       * @description Name of the card type.
       * @example Month
       */
      card_type: string;
      /**
       * @description Session token for all requests that require a login: 20 characters of `A-Za-z0-9`.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Custom configuration that clients stored on the card or user, as JSON text; empty if there is none. In an
       *     application with `compat`, it may be any text.
       * @example {"level":1}
       */
      config: string;
      /**
       * @description Suggested interval between heartbeats, in seconds.
       * @example 600
       */
      hg: number;
      /**
       * @description Features of the card or user: JSON text of an object whose values are texts, numbers and booleans, at most 4 KiB.
       *     Absent when there are none.
       * @example {"export":true,"seats":3}
       */
      features?: string;
    };
    LoginSuccessDto: {
      /** @description Accepted logins in those hours in which refused logins were counted too. */
      accepted: number;
      /** @description Login requests with a valid signature that were refused. */
      refused: number;
      /** @description `accepted` in the same part of the previous period. */
      acceptedBefore: number;
      refusedBefore: number;
    };
    MeDto: {
      id: number;
      email: string;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'operator' | 'manager' | 'owner';
      /** @description Ids of the assigned applications; `null` means all applications. */
      applicationIds: number[] | null;
      /** @description True when sign-in requires a one-time password. */
      totpEnabled: boolean;
      /** @description Token to send as `X-CSRF-Token` with every change; `null` for API tokens, which do not require it. */
      csrfToken: string | null;
      /** @description True if the server can send emails: `MAIL_URL` and `MAIL_FROM` are set. */
      mailConfigured: boolean;
    };
    MessageFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      notifierId?: number;
      /**
       * @description pending, sent or failed.
       * @enum {string}
       */
      status?: 'failed' | 'pending' | 'sent';
    };
    MoneyDto: {
      /** @description ISO 4217 code, such as `CNY`. */
      currency: string;
      /** @description Amounts of the orders in minor units, including orders that were refunded. */
      income: number;
      /** @description Amounts refunded, in minor units, counted on the day of the refund. They are not subtracted from `income`. */
      refunded: number;
    };
    NewApiTokenDto: {
      id: number;
      /** @description The administrator who owns the token. The token is deleted with the administrator. */
      adminId: number;
      name: string;
      /** @enum {string} */
      role: 'viewer' | 'operator' | 'manager' | 'owner' | 'issuer';
      /**
       * @description True if the token covers all applications of its administrator. If false, it covers the applications in
       *     `ApiTokenApplication`.
       */
      allApplications: boolean;
      /** @description First characters of the token, to recognise it. */
      hint: string;
      /** @description Epoch milliseconds; `null` if the token never expires. */
      expiresAt: number | null;
      /** @description Time of the last use, to the minute; `null` if the token was never used. */
      lastUsedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Ids of the applications to which the token is limited; empty if the token is not limited. */
      applicationIds: number[];
      /** @description The token itself, for `Authorization: Bearer …`. It is not shown again. */
      token: string;
    };
    NewChannelDto: {
      id: number;
      applicationId: number;
      /** @description Unique within the application. */
      name: string;
      /** @enum {string} */
      kind: 'native' | 'acg' | 'dujiao' | 'stripe' | 'lemonsqueezy' | 'polar' | 'woocommerce' | 'gumroad';
      /** @description A disabled channel refuses orders, records payments without issuing cards, and processes refunds of payment services. */
      enabled: boolean;
      /** @description First characters of the key, to recognise the key; for protocols that sign with the key, the channel's id. */
      keyHint: string;
      /** @description Maximum number of cards per order, 1–100. */
      maxPerOrder: number;
      /** @description Maximum number of cards per calendar day of the application's time zone; `null` means unlimited. */
      maxPerDay: number | null;
      /** @description Addresses and CIDR ranges from which the shop may call. An empty list allows any address. */
      addresses: string[];
      /** @description A product is low in stock if fewer than this number of its cards are available; `null` means never. */
      lowStock: number | null;
      /**
       * @description Cards that are frozen when a payment service reports a refund.
       * @enum {string}
       */
      refundMode: 'unused' | 'all';
      /** @description True if buyers get their cards by email when an order's contact is an email address. */
      mailCards: boolean;
      /** @description Text below the cards in the email, for example how to use them; `null` means no text. */
      mailText: string | null;
      /** @description Time of the last accepted request, in epoch milliseconds, to the minute; `null` if there was none. */
      lastUsedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      products: components['schemas']['ChannelProductDto'][];
      /** @description True if the payment service's signing secret is stored. */
      hasSigningSecret: boolean;
      /**
       * @description The key of the channel, which is not shown again. With the kind `native`, the shop sends it as
       *     `Authorization: Bearer …`. With `acg` and `dujiao`, it is entered in the shop together with the id in `keyHint`.
       *     With payment services, it is the last part of the webhook address `/api/payments/v1/…`.
       */
      key: string;
    };
    NoticeResult: {
      /**
       * @description The current notice; empty if there is none.
       * @example Maintenance on Sunday
       */
      notice: string;
    };
    NotifierDto: {
      id: number;
      name: string;
      /** @enum {string} */
      kind: 'telegram' | 'wecom' | 'dingtalk' | 'feishu' | 'discord' | 'serverchan' | 'bark' | 'email';
      enabled: boolean;
      /** @description Types of events, or `*` for all. */
      types: string[];
      /**
       * @description If true, the receiver gets the events of all applications. If false, only those of the applications listed in a
       *     separate table.
       */
      allApplications: boolean;
      /** @description If false, card keys are masked. */
      revealCards: boolean;
      /** @description The chat for Telegram, the address for email; `null` for the other kinds. */
      recipient: string | null;
      /** @description Base address of a self-hosted server (Telegram, Server酱, Bark); `null` means the public service. */
      address: string | null;
      /** @enum {string} */
      language: 'en' | 'zh-CN';
      /** @description IANA time zone of the times in messages, of the quiet hours and of the digest. */
      timeZone: string;
      /** @description Start of the quiet hours, such as `22:00`; `null` means no quiet hours. */
      quietFrom: string | null;
      /** @description End of the quiet hours, exclusive; `null` means no quiet hours. */
      quietTo: string | null;
      /** @enum {string} */
      mode: 'instant' | 'daily';
      /** @description Hour at which the daily digest is sent, 0–23. */
      digestHour: number;
      /** @description Epoch milliseconds until which sending is paused, for example at the receiver's request; 0 if not paused. */
      pausedUntil: number;
      /** @description Epoch milliseconds of the latest attempt or test; `null` before the first one. */
      lastAt: number | null;
      /** @description True if the service accepted the latest message; `null` before the first. */
      lastSent: boolean | null;
      /** @description Answer of the service to the latest message, or the reason why there was none. */
      lastAnswer: string | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Ids of the applications whose events the notifier receives; empty if `allApplications` is true. */
      applicationIds: number[];
      /**
       * @description The last characters of the token, such as `…x7Qw`, by which people recognise it; null if this kind of notifier has
       *     no token. The token itself is never shown.
       */
      tokenHint: string | null;
      /** @description True if the server signs its requests to the messaging service with a secret. */
      signed: boolean;
    };
    NotifierFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Prefix of the name. */
      name?: string;
      /**
       * @description Service of the notifier.
       * @enum {string}
       */
      kind?: 'telegram' | 'wecom' | 'dingtalk' | 'feishu' | 'discord' | 'serverchan' | 'bark' | 'email';
      enabled?: boolean;
    };
    NotifierMessageDto: {
      id: number;
      notifierId: number;
      /** @description Calendar date of a digest's figures, such as `2026-01-15`; `null` for an event. */
      digestDay: string | null;
      /** @enum {string} */
      status: 'failed' | 'pending' | 'sent';
      /** @description True if the event was reported together with other events in one message. */
      summarized: boolean;
      attempts: number;
      /** @description Epoch milliseconds of the next attempt; `null` if there is none. */
      nextAt: number | null;
      /** @description Epoch milliseconds of the latest attempt; `null` before the first. */
      lastAt: number | null;
      /** @description Answer of the service to the latest attempt, or the reason why there was none. */
      lastAnswer: string | null;
      createdAt: number;
      /** @description Type of the event; null for a daily digest. */
      type: string | null;
      /** @description Application of the event; null if there is none. */
      applicationId: number | null;
    };
    NotifierTestDto: {
      /** @description True if the service has accepted the message. */
      sent: boolean;
      /** @description Answer of the service, or the reason why there is no answer; null if both are unknown. */
      answer: string | null;
    };
    OnlineDto: {
      /** @description Live sessions. */
      now: number;
      /** @description Maximum of concurrent sessions in the period. */
      peak: number;
      /** @description Maximum of concurrent sessions in the same part of the previous period. */
      before: number;
    };
    OrderCardDto: {
      id: number;
      /** @description 1–64 printable characters, unique within the application. */
      card: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
    };
    OrderDto: {
      id: number;
      applicationId: number;
      /** @description `null` if an administrator issued the cards. */
      channelId: number | null;
      /** @description The shop's order number, unique within the channel; `null` without a channel. */
      externalNo: string | null;
      /** @description Idempotency key of an administrator's request, unique within the application; `null` with a channel. */
      requestKey: string | null;
      /** @description `null` if the card type was deleted. */
      cardTypeId: number | null;
      /** @description Name of the product or card type at the time of the order. */
      product: string;
      /** @description Number of cards. */
      quantity: number;
      /** @description Amount of the whole order in minor units of the currency; `null` if not known. */
      amount: number | null;
      /** @description ISO 4217 code, such as `CNY`; `null` without an amount. */
      currency: string | null;
      /** @description Contact of the buyer; `null` if not given. */
      contact: string | null;
      note: string | null;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /** @description Name of the administrator who issued the cards; `null` for orders of shops. */
      createdBy: string | null;
      /** @description Time of the first refund in epoch milliseconds; `null` if there was none. */
      refundedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    OrderFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Only orders of this channel. */
      channelId?: number;
      /** @description Prefix of the shop's order number. */
      externalNo?: string;
      /** @description Prefix of the contact. */
      contact?: string;
      cardTypeId?: number;
      /**
       * @description issued or refunded.
       * @enum {string}
       */
      status?: 'issued' | 'refunded';
      /** @description Only orders placed at this time or later, in epoch milliseconds. */
      createdFrom?: number;
      /** @description Only orders placed before this time, in epoch milliseconds. */
      createdBefore?: number;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    OrderMailDto: {
      address: string;
      /** @enum {string} */
      status: 'failed' | 'pending' | 'sent';
      /** @description Attempts so far; 0 after somebody sends the email again. */
      attempts: number;
      /** @description Epoch milliseconds of the next attempt; `null` if there is none. */
      nextAt: number | null;
      /** @description Epoch milliseconds of the latest attempt; `null` before the first. */
      lastAt: number | null;
      /** @description Reason why the latest attempt failed, in English; `null` if it did not fail. */
      lastFault: string | null;
    };
    OrderWithCardsDto: {
      id: number;
      applicationId: number;
      /** @description `null` if an administrator issued the cards. */
      channelId: number | null;
      /** @description The shop's order number, unique within the channel; `null` without a channel. */
      externalNo: string | null;
      /** @description Idempotency key of an administrator's request, unique within the application; `null` with a channel. */
      requestKey: string | null;
      /** @description `null` if the card type was deleted. */
      cardTypeId: number | null;
      /** @description Name of the product or card type at the time of the order. */
      product: string;
      /** @description Number of cards. */
      quantity: number;
      /** @description Amount of the whole order in minor units of the currency; `null` if not known. */
      amount: number | null;
      /** @description ISO 4217 code, such as `CNY`; `null` without an amount. */
      currency: string | null;
      /** @description Contact of the buyer; `null` if not given. */
      contact: string | null;
      note: string | null;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /** @description Name of the administrator who issued the cards; `null` for orders of shops. */
      createdBy: string | null;
      /** @description Time of the first refund in epoch milliseconds; `null` if there was none. */
      refundedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description The cards of the order, oldest first; deleted cards are missing. */
      cards: components['schemas']['OrderCardDto'][];
      /** @description The email with the cards; `null` if no email was requested. */
      mail: components['schemas']['OrderMailDto'] | null;
    };
    OverviewDto: {
      /** @description IANA time zone of the days. */
      timeZone: string;
      /** @description Time of the answer, in epoch milliseconds: the end of the period. */
      now: number;
      /** @description Start of the period, in epoch milliseconds. */
      from: number;
      /**
       * @description Length of a point, `hour` or `day`.
       * @enum {string}
       */
      by: 'day' | 'hour';
      /** @description Start of the previous period, in epoch milliseconds. */
      beforeFrom: number;
      /**
       * @description End of the compared part of the previous period, in epoch milliseconds: the time of day of `now` on the last day of
       *     that period, rounded up to the end of the hour.
       */
      beforeTo: number;
      activations: components['schemas']['ComparedDto'];
      online: components['schemas']['OnlineDto'];
      logins: components['schemas']['LoginSuccessDto'];
      /** @description `null` if the caller may not see prices. */
      income: components['schemas']['IncomeFiguresDto'] | null;
      /** @description Hours or days, earliest first; the last one is not over. */
      points: components['schemas']['OverviewPointDto'][];
      /** @description Card types with activations in the period, most frequent first. */
      types: components['schemas']['TypeActivationsDto'][];
      /** @description Codes of the refusals in the period, most frequent first. */
      codes: components['schemas']['RefusalCodeDto'][];
    };
    OverviewPointDto: {
      /**
       * @description Activations by id of the card type; contains every id of the answer's `types`.
       * @example {
       *       "3": 12
       *     }
       */
      activationsByType: {
        [key: string]: number;
      };
      /** @description Start, in epoch milliseconds. */
      at: number;
      /** @description True for the hour or day that is not over. */
      isOpen: boolean;
      /** @description Cards and users whose time began with a login or an offline ticket. Registrations are not counted. */
      activations: number;
      logins: number;
      /** @description Refused logins; `null` for times when the server did not count them yet. */
      loginRefusals: number | null;
      /** @description Refused requests of any kind. */
      refusals: number;
      /** @description Maximum of concurrent sessions. */
      peak: number;
      /** @description Income by currency; `null` if the caller may not see prices. */
      money: components['schemas']['MoneyDto'][] | null;
    };
    PaojiaoyunCardConfigRequest: {
      /**
       * @description Card key: 1–64 printable characters without surrounding white space.
       * @example VIP-7Q2M-9XKD
       */
      card: string;
      /** @description Any text of at most 64 KiB; if empty or omitted, the configuration is cleared. */
      config?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    PaojiaoyunUserConfigRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /** @description Any text of at most 64 KiB; if empty or omitted, the configuration is cleared. */
      config?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    PaojiaoyunUserUnbindRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Device id to unbind, 1–128 characters; by default the session's device.
       * @example my-pc
       */
      device_id?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    PasswordAgainDto: {
      /** @description The current password. */
      currentPassword: string;
    };
    PaymentDto: {
      id: number;
      applicationId: number;
      channelId: number;
      /** @description Number that the payment and its order share, unique within the channel. */
      externalNo: string;
      /** @description The product's ids at the payment service, the most specific one first; empty if only a refund was reported. */
      products: string[];
      /** @description Number of cards. */
      quantity: number;
      /** @description Amount that the buyer paid, in minor units of the currency; `null` if not known. */
      amount: number | null;
      /** @description ISO 4217 code; `null` without an amount. */
      currency: string | null;
      /** @description Email address of the buyer; `null` if not known. */
      contact: string | null;
      /** @enum {string} */
      status: 'failed' | 'issued' | 'refunded' | 'pending' | 'dismissed';
      /** @description Name of the reason why the latest attempt issued no cards, such as `out_of_stock`; `null` if there is none. */
      fault: string | null;
      createdAt: number;
      /** @description Time of the latest event or attempt, in epoch milliseconds. */
      updatedAt: number;
    };
    PaymentFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Only payments of this channel. */
      channelId?: number;
      /** @enum {string} */
      status?: 'failed' | 'issued' | 'refunded' | 'pending' | 'dismissed';
      /** @description Prefix of the payment's number. */
      externalNo?: string;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    PaymentResult: {
      /**
       * @description - `issued`: for each payment, this event or an earlier event issued the cards, or the payment is refunded or
       *     dismissed
       *     - `refunded`: the refund is recorded, and the cards are frozen
       *     - `ignored`: the event does not affect cards
       *     - `failed`: the payments are recorded, but not all cards could be issued, for example because none are left; or, only
       *     for services that do not repeat events, the server failed
       * @enum {string}
       */
      result: 'failed' | 'issued' | 'refunded' | 'ignored';
    };
    PingResult: {
      /**
       * @description The server's time in epoch seconds.
       * @example 1574654197
       */
      server_time: number;
    };
    PresenceDto: {
      /** @description Id of the card or user. */
      id: number;
      /** @description Number of bound devices. */
      devices: number;
      /** @description Number of sessions whose next heartbeat would be accepted. */
      online: number;
      /**
       * @description Time of the latest heartbeat among all open sessions and the 20 sessions that ended last, in epoch milliseconds;
       *     `null` if there are no such sessions.
       */
      lastSeenAt: number | null;
    };
    RecoveryCodesDto: {
      /** @description Recovery codes. Each can be used once instead of a one-time password. They are not shown again. */
      recoveryCodes: string[];
    };
    RefundOrderDto: {
      /**
       * @description `unused`: freezes the cards that were not used yet. `all`: freezes every card and ends its sessions.
       * @enum {string}
       */
      mode: 'unused' | 'all';
    };
    RefundedOrderDto: {
      id: number;
      applicationId: number;
      /** @description `null` if an administrator issued the cards. */
      channelId: number | null;
      /** @description The shop's order number, unique within the channel; `null` without a channel. */
      externalNo: string | null;
      /** @description Idempotency key of an administrator's request, unique within the application; `null` with a channel. */
      requestKey: string | null;
      /** @description `null` if the card type was deleted. */
      cardTypeId: number | null;
      /** @description Name of the product or card type at the time of the order. */
      product: string;
      /** @description Number of cards. */
      quantity: number;
      /** @description Amount of the whole order in minor units of the currency; `null` if not known. */
      amount: number | null;
      /** @description ISO 4217 code, such as `CNY`; `null` without an amount. */
      currency: string | null;
      /** @description Contact of the buyer; `null` if not given. */
      contact: string | null;
      note: string | null;
      /** @enum {string} */
      status: 'issued' | 'refunded';
      /** @description Name of the administrator who issued the cards; `null` for orders of shops. */
      createdBy: string | null;
      /** @description Time of the first refund in epoch milliseconds; `null` if there was none. */
      refundedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description The cards of the order, oldest first; deleted cards are missing. */
      cards: components['schemas']['OrderCardDto'][];
      /** @description The email with the cards; `null` if no email was requested. */
      mail: components['schemas']['OrderMailDto'] | null;
      /** @description Number of cards of the order that are frozen now, including cards that were frozen before. */
      frozen: number;
      /** @description Number of cards of the order that customers had used. */
      used: number;
    };
    RefusalCodeDto: {
      code: number;
      /** @description Message in English. */
      en: string;
      /** @description Message in Chinese. */
      zh: string;
      /** @description Refusals with this code in all points. */
      total: number;
    };
    RefusalDto: {
      id: number;
      applicationId: number;
      /** @description Epoch milliseconds. */
      at: number;
      /** @description Path of the request after the prefix of the client API, such as `card/login`. */
      endpoint: string;
      /** @description Error code of the client API. */
      code: number;
      /** @description Card or user name in the request; `null` if the request contains none. */
      name: string | null;
      /** @description Device id in the request; `null` if the request contains none. */
      deviceId: string | null;
      /** @description Address of the client. */
      ip: string;
      /** @description Client version in the request; `null` if the request contains none. */
      version: string | null;
      /** @description Message of the code in English. */
      en: string;
      /** @description Message of the code in Chinese. */
      zh: string;
      /**
       * @description Kind of the holder to which the name belongs: card or user; null if no such holder exists now.
       * @enum {string|null}
       */
      holderKind: 'card' | 'user' | null;
      /** @description Id of the card or user; null if there is none. */
      holderId: number | null;
    };
    RefusalFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Error code of the client API, such as 10218. */
      code?: number;
      /** @description Prefix of the card or user name in the request. */
      name?: string;
      /** @description Exact card or user name in the request. */
      exactName?: string;
      /** @description Exact device id. */
      deviceId?: string;
      /** @description Address of the client, in any notation. */
      ip?: string;
      /** @description Exact client version. */
      version?: string;
      /**
       * @description A period that ends now. `today` begins at midnight. `24h` is the current hour and the 23 hours before it. `7d` and
       *     `30d` are today and the 6 or 29 days before it. Days are calendar days in the application's time zone, or in UTC
       *     without `applicationId`.
       * @enum {string}
       */
      period?: 'today' | '24h' | '7d' | '30d';
      /** @description Only requests at this time or later, in epoch milliseconds. */
      from?: number;
      /** @description Only requests before this time, in epoch milliseconds. */
      before?: number;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    RefusalTopDto: {
      /** @enum {string} */
      by: 'device' | 'version' | 'name' | 'code' | 'address';
      /** @description Start of the period, in epoch milliseconds. */
      from: number;
      /** @description End of the period, in epoch milliseconds, exclusive. */
      before: number;
      /** @description At most 10 entries, most requests first. Requests that lack the value to group by are not counted. */
      entries: components['schemas']['RefusalTopEntryDto'][];
    };
    RefusalTopEntryDto: {
      /** @description The address, name, device id, code or version. */
      value: string;
      /**
       * @description Number of recorded requests. Identical requests within a minute are recorded once, so the real number may be
       *     higher.
       */
      count: number;
      /** @description Number of distinct card and user names in the requests of the group; 1000 means 1000 or more. */
      names: number;
      /** @description Time of the first request of the group, in epoch milliseconds. */
      firstAt: number;
      /** @description Time of the last request of the group, in epoch milliseconds. */
      lastAt: number;
      /** @description Message of the code in English, if requests are grouped by code; otherwise null. */
      en: string | null;
      /** @description Message of the code in Chinese, if requests are grouped by code; otherwise null. */
      zh: string | null;
    };
    RefusedNameDto: {
      applicationId: number;
      applicationName: string;
      /** @description Card or user name as clients sent it. */
      name: string;
      /** @description Number of recorded refusals today, in the application's time zone; 100 means 100 or more. */
      today: number;
      /** @description Time of the latest refusal, in epoch milliseconds. */
      at: number;
      /** @description Code of the latest refusal. */
      code: number;
      /** @description Message of the code in English. */
      en: string;
      /** @description Message of the code in Chinese. */
      zh: string;
    };
    RemoteDataDto: {
      id: number;
      applicationId: number;
      /** @enum {string} */
      scope: 'card' | 'app';
      /** @description The card's id in the scope `card`, otherwise `NO_OWNER`. */
      ownerId: number;
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`. */
      key: string;
      /** @description At most 64 KiB. */
      value: string;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Name of the card that owns the value; null in the scope `app`. */
      card: string | null;
    };
    RemoteFunctionDto: {
      id: number;
      applicationId: number;
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`; the source defines a function with this name. */
      name: string;
      /** @description Incremented with every change of the source. */
      version: number;
      /** @description Calls of a disabled function get the error 10541, as if the function did not exist. */
      enabled: boolean;
      /** @description Maximum wall time of a call in milliseconds, at most the server's limit; `null` means the server's limit. */
      timeoutMs: number | null;
      /** @description Maximum memory of a call in MiB, at most the server's limit; `null` means the server's limit. */
      memoryMb: number | null;
      /** @description Number of uses that a call consumes. If 0 and `requireFeature` is null, the call needs no card or user. */
      cost: number;
      /** @description Feature that the caller's card or user must have; null means none. */
      requireFeature: string | null;
      /**
       * @description If true, a running trial can call the function without the card or user that `cost` requires. A trial consumes no
       *     uses.
       */
      trials: boolean;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description JavaScript, at most 64 KiB. */
      source: string;
    };
    ReplayWebhookDto: {
      /** @description Epoch milliseconds. Only deliveries created at this time or later are replayed. */
      from: number;
      /** @description Epoch milliseconds. Only deliveries created before this time are replayed. */
      to: number;
      /** @description If true (default), only failed deliveries are replayed; otherwise successful deliveries too. */
      failedOnly?: boolean;
    };
    ReplayedDto: {
      /** @description Number of deliveries that will be sent again. */
      replayed: number;
    };
    ReportRowDto: {
      /** @enum {string} */
      outcome: 'updated' | 'unchanged' | 'exists' | 'duplicate' | 'invalid';
      /** @description Line number in the file, or number of the object in a JSON file, from 1. */
      line: number;
      /** @description The first 64 characters of the card or user name. */
      card: string;
      /** @description The reason, for people. */
      reason: string;
      /** @description The reason, for programs; `null` if an earlier server version without codes ran the import. */
      problem: components['schemas']['AdminProblem'] | null;
    };
    RotateSecretDto: {
      /**
       * @description Hours for which the old secret stays valid, so that clients can be migrated; 0 ends the old secret at once. At most
       *     8760.
       */
      overlapHours: number;
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
    };
    RotateSigningKeyDto: {
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
      /**
       * @description Hours for which the panel still shows the old public key, so that new clients can include both keys; with 0, only
       *     the new key is shown. At most 8784, the longest validity of an offline ticket.
       */
      overlapHours: number;
    };
    RotateWebhookSecretDto: {
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
      /** @description Hours for which requests are signed with both secrets, 0–720; 0 ends the old secret at once. */
      overlapHours: number;
    };
    SearchDto: {
      /** @description At most 5 of each kind, but up to 10 cards if whole keys were given. Kinds with a full match come first. */
      results: components['schemas']['SearchResultDto'][];
      /** @description Kinds with more matching records than `results` contains. */
      more: ('card' | 'user' | 'device' | 'batch' | 'order' | 'address')[];
      /** @description If nothing was found: at most 5 names in the text that were also in recently refused requests. */
      refused: components['schemas']['RefusedNameDto'][];
      /** @description If nothing was found: cards with similar keys, at most 5. */
      near: components['schemas']['SearchResultDto'][];
    };
    SearchRefusalDto: {
      /** @description Epoch milliseconds. */
      at: number;
      /** @description Code of the client API. */
      code: number;
      /** @description Message of the code in English. */
      en: string;
      /** @description Message of the code in Chinese. */
      zh: string;
      /** @description Card or user name as the client sent it; null if it sent none. */
      name: string | null;
    };
    SearchResultDto: {
      /** @enum {string} */
      kind: 'card' | 'user' | 'device' | 'batch' | 'order' | 'address';
      /** @description Id of the card, user or order; null for other kinds. */
      id: number | null;
      applicationId: number;
      applicationName: string;
      /** @description Card key, user name, device id, order number, batch or address. */
      title: string;
      /** @enum {string} */
      match: 'full' | 'suffix' | 'prefix' | 'near';
      /** @description The part of the query that matches; normalized for cards. */
      matched: string;
      /**
       * @description Status of a card, user or order.
       * @enum {string|null}
       */
      status: 'unused' | 'activated' | 'consumed' | 'issued' | 'refunded' | null;
      /** @description True for a frozen card or user. */
      frozen: boolean | null;
      /** @description Expiry of a card, user or trial, in epoch milliseconds; null if it has none or is not activated. */
      expiresAt: number | null;
      /** @description Time at which a card was issued to a customer, in epoch milliseconds. */
      issuedAt: number | null;
      /** @description Name of the card type of a card or user, or of the product of an order. */
      cardTypeName: string | null;
      /**
       * @description Kind of the holder to which the device is bound, or of the holder that logged in from the address.
       * @enum {string|null}
       */
      holderKind: 'trial' | 'card' | 'user' | null;
      holderId: number | null;
      /** @description Card key or user name of the holder. */
      holderName: string | null;
      /**
       * @description Time of the order, of the binding of the device or the start of its trial, or of the latest login from the address,
       *     in epoch milliseconds.
       */
      at: number | null;
      /** @description The latest refused request of a device without a holder, or of an address. */
      refusal: components['schemas']['SearchRefusalDto'] | null;
    };
    SecretDto: {
      appKey: string;
      /** @description 32 characters of `A-Za-z0-9`. */
      appSecret: string;
      /** @description Time until which the previous secret stays valid, in epoch milliseconds; `null` if there is no previous secret. */
      previousSecretUntil: number | null;
    };
    SendOrderMailDto: {
      /** @description By default, the address of the earlier email or, if there is none, the contact of the order. */
      address?: string;
    };
    SessionDto: {
      id: number;
      /** @description Address of the sign-in. */
      ip: string;
      /** @description User agent of the browser. */
      userAgent: string;
      /** @description Epoch milliseconds. */
      createdAt: number;
      /** @description Time of the last request, to the minute, in epoch milliseconds. */
      lastSeenAt: number;
      /** @description True for the session of this request. */
      current: boolean;
    };
    SessionFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description If true, only open sessions. If false, only ended sessions. */
      open?: boolean;
      /**
       * @description card, user or trial.
       * @enum {string}
       */
      holderKind?: 'trial' | 'card' | 'user';
      /** @description Id of the card, user or trial. */
      holderId?: number;
      /** @description Exact device id. */
      deviceId?: string;
      /** @description Address of the login, in any notation. */
      ip?: string;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    SessionPointDto: {
      /** @description Start of the bucket, in epoch milliseconds. */
      at: number;
      /** @description Maximum of concurrent live sessions. */
      live: number;
    };
    SessionStatsDto: {
      /** @description Currently live sessions. */
      liveNow: number;
      /** @description Milliseconds from one point to the next. */
      widthMs: number;
      /** @description At most 501 points, earliest first, none in the future; 0 for times without a session. */
      points: components['schemas']['SessionPointDto'][];
    };
    SetUsesDto: {
      /** @description New number of remaining uses. With a refill period, it applies until the next refill. */
      left: number;
    };
    SignInDto: {
      /** @description Email address, case-insensitive. */
      email: string;
      password: string;
      /** @description One-time password or recovery code, for accounts that use one-time passwords. */
      totp?: string;
    };
    SignatureCheckDto: {
      /** @description The parameters as the server parses them. */
      parameters: {
        [key: string]: string;
      };
      /**
       * @description The mode with which the request must be signed: the application's mode, or `md5` under `/v1`.
       * @enum {string}
       */
      signMode: 'md5' | 'hmac-sha256' | 'hmac-sha256-path';
      /** @description The text that is signed in this mode, without the secret. */
      canonicalString: string;
      /** @description The correct signature for these parameters, with the current secret. */
      expectedSign: string;
      /** @description The signature that was sent; null if none was sent. */
      givenSign: string | null;
      /** @description True if the signature that was sent is correct. */
      matches: boolean;
      /**
       * @description Which of the application's secrets makes the signature correct.
       * @enum {string}
       */
      matchedSecret: 'none' | 'current' | 'previous';
      /**
       * @description All findings. A request without errors and warnings has a valid signature. The check does not cover repeated
       *     nonces, blocks and the endpoint's own parameters.
       */
      findings: components['schemas']['SignatureFindingDto'][];
    };
    SignatureFindingDto: {
      /**
       * @description The code, for programs. A signing mistake is reported only if it produces exactly the signature that was sent.
       * @enum {string}
       */
      code:
        | 'application_disabled'
        | 'compat_off'
        | 'host_not_accepted'
        | 'path_unknown'
        | 'app_key_wrong'
        | 'parameter_missing'
        | 'nonce_too_long'
        | 'nonce_ampersand'
        | 'parameter_name'
        | 'value_ampersand'
        | 'value_nonce_and_timestamp'
        | 'value_ambiguous'
        | 'timestamp_malformed'
        | 'timestamp_milliseconds'
        | 'timestamp_old'
        | 'timestamp_in_future'
        | 'secret_sent'
        | 'sign_included'
        | 'empty_values_left_out'
        | 'keys_not_sorted'
        | 'values_url_encoded'
        | 'values_not_escaped'
        | 'path_wrong'
        | 'host_missing'
        | 'host_wrong'
        | 'method_wrong'
        | 'line_end_added'
        | 'secret_missing'
        | 'secret_in_front'
        | 'secret_joined'
        | 'secret_appended'
        | 'other_mode'
        | 'other_digest'
        | 'sign_base64'
        | 'sign_upper_case'
        | 'sign_malformed'
        | 'sign_unexplained'
        | 'previous_secret'
        | 'previous_secret_ended';
      /** @description Details of the finding by name, such as `parameter` or `seconds`. */
      details: {
        [key: string]: unknown;
      };
      /**
       * @description - `error`: the request is refused because of this finding. Exception: `secret_sent` causes no refusal, but must be
       *     corrected
       *     - `warning`: the request may be refused
       *     - `info`: the request is not refused
       * @enum {string}
       */
      severity: 'error' | 'warning' | 'info';
      /** @description The finding, for people. */
      message: string;
    };
    SoftwareConfigResult: {
      /**
       * @description The software's configuration as JSON text; empty if it was never set.
       * @example {"theme":"dark"}
       */
      config: string;
    };
    SoftwareVersionDto: {
      id: number;
      applicationId: number;
      /** @description Release channel, such as `stable`: 1–32 letters and digits of any script, `_`, `.` and `-`. */
      channel: string;
      /** @description Dotted numbers with an optional leading `v` and an optional pre-release suffix, such as `1.10.0-beta.2`. */
      version: string;
      /** @description Download address. */
      url: string;
      /** @description Release notes, at most 64 KiB. */
      notice: string;
      /** @description False for a draft, which clients cannot see. */
      released: boolean;
      /** @description If true, older clients must update once this version is released. */
      forced: boolean;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description True for the highest released version of its channel, which clients currently get. */
      latest: boolean;
    };
    TestFunctionDto: {
      /** @description The list of arguments as JSON text, as clients send it; at most 256 KiB. By default there are no arguments. */
      params?: string;
    };
    TestSourceDto: {
      applicationId: number;
      /** @description 1–64 characters: letters and digits of any script, `_`, `.` and `-`. Unique within the application. */
      name: string;
      /** @description JavaScript source that defines a function with this name and has no syntax errors; at most 64 KiB. */
      source: string;
      /**
       * @description Maximum wall time of a call in milliseconds, at most the server's limit. If null or omitted, the server's limit
       *     applies.
       */
      timeoutMs?: number | null;
      /** @description Maximum memory of a call in MiB, at most the server's limit. If null or omitted, the server's limit applies. */
      memoryMb?: number | null;
      /**
       * @description Number of uses that a call consumes from the caller's card or user, 0–1000; default 0. If this number is above 0 or
       *     `requireFeature` is set, a call requires a card or user. A failed call consumes no uses.
       */
      cost?: number;
      /** @description Feature that the caller's card or user must have; other calls get 10503. `null` (default): no feature. */
      requireFeature?: string | null;
      /**
       * @description If true, a client with a running trial needs no card or user even if `cost` is above 0, and its calls consume no
       *     uses. Default: false. A trial has no features, so it does not satisfy `requireFeature`. Without `cost` and
       *     `requireFeature`, every client can call the function anyway.
       */
      trials?: boolean;
      /** @description The list of arguments as JSON text, as clients send it; at most 256 KiB. By default there are no arguments. */
      params?: string;
    };
    TicketResult: {
      /**
       * @description The ticket: a compact JWS of about 600 characters, or up to 6,000 if there are many features.
       * @example eyJhbGciOiJFZERTQSIsImtpZCI6…
       */
      ticket: string;
      /**
       * @description Time until which the ticket is valid, in epoch seconds.
       * @example 1801391400
       */
      ticket_expires_ts: number;
    };
    TimelineDto: {
      /** @description Latest first. */
      entries: components['schemas']['TimelineEntryDto'][];
      /** @description Value of `before` for the next page; `null` if there is no next page. */
      next: string | null;
    };
    TimelineEntryDto: {
      /**
       * @description - `created`, `activated`, `expired`, `issued` (handed out): no details
       *     - `login`: the field `session` contains the session and its end
       *     - `bound`: the device `deviceId` was bound, and is still bound
       *     - `refusal`, `consumption`: the field of the same name contains the details
       *     - `recharge`: the card or user consumed the card `consumed`
       *     - `consumed`: the card was consumed by `consumedBy`
       *     - `order`, `refund`: the field `order` contains the order
       *     - `change`: the field `change` contains an action on this card or user only
       *     - `job`: the field `job` contains an action on many cards or users at once
       * @enum {string}
       */
      kind:
        | 'created'
        | 'issued'
        | 'activated'
        | 'expired'
        | 'login'
        | 'bound'
        | 'refusal'
        | 'consumption'
        | 'recharge'
        | 'consumed'
        | 'order'
        | 'refund'
        | 'change'
        | 'job';
      /**
       * @description `client`: the customer's software.
       * @enum {string}
       */
      actorKind: 'admin' | 'token' | 'server' | 'client' | 'customer' | 'shop';
      /** @description Unique within the timeline. */
      id: string;
      /** @description Epoch milliseconds. */
      at: number;
      /** @description Name of the administrator, token or channel; `customer` for the customer; `null` for clients and the server. */
      actorName: string | null;
      deviceId?: string;
      session?: components['schemas']['HolderSessionDto'];
      /** @description For a session that was kicked individually: the administrator or token that kicked it. */
      kickedBy?: string;
      refusal?: components['schemas']['HolderRefusalDto'];
      consumption?: components['schemas']['ConsumptionDto'];
      consumed?: components['schemas']['ConsumedCardDto'];
      consumedBy?: components['schemas']['ConsumerDto'];
      order?: components['schemas']['TimelineOrderDto'];
      change?: components['schemas']['HolderAuditDto'];
      job?: components['schemas']['TimelineJobDto'];
    };
    TimelineJobDto: {
      id: number;
      /** @description Action of the job, such as `freeze`. */
      kind: string;
      /** @description Number of cards or users that the job changed. */
      changed: number;
      /** @description Reason given for a freeze; `null` if there was none. */
      reason: string | null;
    };
    TimelineOrderDto: {
      id: number;
      /** @description The shop's order number; `null` if an administrator issued the order. */
      externalNo: string | null;
      product: string;
    };
    TotpKeyDto: {
      /** @description Base32 key to enter in an authenticator app. */
      key: string;
      /** @description The same key as a URI, for a QR code. */
      uri: string;
    };
    TrialDto: {
      id: number;
      applicationId: number;
      /** @description Device id from the client, 1–128 characters. */
      deviceId: string;
      /** @description Address from which the latest trial was begun. */
      ip: string;
      /** @description Start of the latest trial, in epoch milliseconds. */
      startedAt: number;
      /** @description End of the latest trial, in epoch milliseconds. */
      expiresAt: number;
      /** @description Number of trials begun. */
      count: number;
      /** @description When the device was first bound to a card or user after its first trial began, in epoch milliseconds. */
      convertedAt: number | null;
      /** @description Start of the first trial, in epoch milliseconds. */
      createdAt: number;
    };
    TrialFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Prefix of the device id. */
      deviceId?: string;
      /** @description Address from which the latest trial was begun, in any notation. */
      ip?: string;
      /** @description If true, only running trials. If false, only trials that have ended. */
      running?: boolean;
      /**
       * @description If true, only devices that were bound to a card or user after their first trial began. If false, only devices
       *     without such a binding.
       */
      converted?: boolean;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    TrialHeartbeatRequest: {
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Session token returned by the login. If omitted or empty, the device's open session is used.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    TrialHeartbeatResult: {
      /**
       * @description `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` if permanent.
       * @example 2027-01-31 18:30:00
       */
      expires: string;
      /**
       * @description The expiry in epoch seconds.
       * @example 1801391400
       */
      expires_ts: number;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
    };
    TrialLoginRequest: {
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    TrialLoginResult: {
      /**
       * @description `YYYY-MM-DD HH:mm:ss` in the application's time zone; `2099-12-31 23:59:59` if permanent.
       * @example 2027-01-31 18:30:00
       */
      expires: string;
      /**
       * @description The expiry in epoch seconds.
       * @example 1801391400
       */
      expires_ts: number;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      server_time: number;
      /**
       * @description Session token for all requests that require a login: 20 characters of `A-Za-z0-9`.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Suggested interval between heartbeats, in seconds.
       * @example 600
       */
      hg: number;
    };
    TrialLogoutRequest: {
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    TriedOrderDto: {
      product: string;
      quantity: number;
      /** @description Amount in minor units of the currency. */
      amount: number | null;
      currency: string | null;
      cards: string[];
    };
    TryChannelDto: {
      /** @description Name of a product of the channel. */
      product: string;
      /** @description Number of cards, 1–100; default 1. */
      quantity?: number;
    };
    TypeActivationsDto: {
      /** @description Id of the card type; 0 for activations that an earlier version of the server counted without the card type. */
      cardTypeId: number;
      /** @description Name of the card type; `null` if the card type was deleted or is unknown. */
      name: string | null;
      /** @description Activations in the period. */
      total: number;
    };
    UnfrozenCardDto: {
      id: number;
      applicationId: number;
      cardTypeId: number;
      /** @description 1–64 printable characters, unique within the application. */
      card: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /** @description Number of unbinds done. */
      unbindsUsed: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /**
       * @description Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
       *     are subtracted, so the number can be negative.
       */
      usesUsed: number;
      /** @description A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
      usesCountedAt: number | null;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
      /**
       * @description Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
       *     clients of another service.
       */
      config: string | null;
      /** @description Notes of administrators; `null` if there are none. */
      note: string | null;
      /** @description Batch of the card; `null` if the card is in no batch. */
      batch: string | null;
      /** @description Order with which the card was sold; `null` if there is none. */
      orderId: number | null;
      /**
       * @description Time at which the card was handed to a customer or a shop, in epoch milliseconds. `null` if it was not: an
       *     unused card is then available, which means in stock.
       */
      issuedAt: number | null;
      /**
       * @description Kind of the holder that got the card's time by a recharge or registration; `null` if the card was not consumed.
       * @enum {string|null}
       */
      consumedByKind: 'card' | 'user' | null;
      consumedById: number | null;
      consumedAt: number | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description False if the card was already in the requested state, frozen or not frozen. */
      changed: boolean;
    };
    UserConsumeRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /** @description Number of uses to consume, 1–1000; by default 1. */
      amount?: number;
      /**
       * @description Identifies the request: 1–64 printable characters, such as a UUID. A repeated request with the same id gets the
       *     first answer and consumes nothing.
       * @example 8b0f5c1e-0d5e-4a53-9a0e-51f0b8f3a2c7
       */
      request_id: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserDto: {
      id: number;
      applicationId: number;
      cardTypeId: number;
      /** @description 1–20 printable characters, unique within the application. */
      username: string;
      /** @enum {string} */
      status: 'unused' | 'activated' | 'consumed';
      frozen: boolean;
      /** @enum {string} */
      durationUnit: 'minutes' | 'hours' | 'days' | 'months' | 'years' | 'permanent';
      /** @description Number of units; 0 for permanent. */
      durationAmount: number;
      /** @description Maximum number of concurrent sessions; 0 means unlimited. */
      maxSessions: number;
      /** @description Maximum number of devices; 0 means unlimited. */
      maxDevices: number;
      /** @description Maximum number of unbinds by clients; null means unlimited. */
      unbindLimit: number | null;
      /** @description Features by name: at most 32, and 4 KiB as JSON. A value is a text, a finite number or a boolean. */
      features: {
        [key: string]: unknown;
      };
      /** @description Hours for which an offline ticket is valid; 0 means no tickets. */
      offlineHours: number;
      /** @description Number of unbinds done. */
      unbindsUsed: number;
      /** @description Number of uses, in total or per period; null means that uses are not counted. */
      uses: number | null;
      /** @enum {string} */
      usesPeriod: 'none' | 'day' | 'month';
      /**
       * @description Number of uses consumed in the period that contains `usesCountedAt`. Uses that an administrator adds to a period
       *     are subtracted, so the number can be negative.
       */
      usesUsed: number;
      /** @description A time in the period to which `usesUsed` applies; null if the uses were neither consumed nor changed yet. */
      usesCountedAt: number | null;
      activatedAt: number | null;
      /** @description `null` if the holder is unused or permanent. */
      expiresAt: number | null;
      /**
       * @description Custom configuration of at most 64 KiB; `null` if it was never set. The text is JSON, unless the application serves
       *     clients of another service.
       */
      config: string | null;
      /** @description Notes of administrators; `null` if there are none. */
      note: string | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    UserFilter: {
      /** @description Prefix of the user name. */
      username?: string;
      /**
       * @description Only holders in this state. `frozen` selects all frozen holders, whatever their status; the other states (`unused`,
       *     `active`, `expired`, `consumed`) exclude frozen holders.
       * @enum {string}
       */
      state?: 'unused' | 'consumed' | 'frozen' | 'active' | 'expired';
      /**
       * @description The stored status, regardless of `frozen`: unused, activated or consumed.
       * @enum {string}
       */
      status?: 'unused' | 'activated' | 'consumed';
      frozen?: boolean;
      cardTypeId?: number;
      /** @description Prefix of the note. */
      note?: string;
      /** @description Only holders to which this device is bound. */
      deviceId?: string;
      /** @description Only holders that expire at this time or later, in epoch milliseconds. */
      expiresFrom?: number;
      /** @description Only holders that expire before this time, in epoch milliseconds. */
      expiresBefore?: number;
      /** @description Only records of this application. */
      applicationId?: number;
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
    };
    UserLoginRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Password, 6–30 characters.
       * @example correct-horse
       */
      password: string;
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description `0` refuses the login with 10215 if the device is not bound to the user; by default `1`, which binds it. For clients
       *     that log in again by themselves: a device that the customer or an administrator has unbound stays unbound.
       */
      bind_device?: number;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserPasswordDto: {
      /** @description The text that clients will send as the password, 6–30 characters. */
      password: string;
    };
    UserPasswordRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Current password, 6–30 characters.
       * @example correct-horse
       */
      password: string;
      /**
       * @description New password, 6–30 characters.
       * @example battery-staple
       */
      new_password: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserRechargeRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Unused card to consume, 1–64 printable characters.
       * @example VIP-3HTR-D8WN
       */
      card: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserRegisterRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Password, 6–30 characters.
       * @example correct-horse
       */
      password: string;
      /**
       * @description Device id of the client, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Unused card to consume, 1–64 printable characters.
       * @example VIP-3HTR-D8WN
       */
      card: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserSessionRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserSetConfigRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /** @description JSON text of at most 64 KiB; if omitted, the configuration is cleared. */
      config?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UserStatesDto: {
      /** @description Time has not started. */
      unused: number;
      /** @description Not frozen and not expired. */
      active: number;
      /** @description Not frozen and expired. */
      expired: number;
      frozen: number;
    };
    UserUnbindDeviceRequest: {
      /**
       * @description User name, 1–20 printable characters without surrounding white space.
       * @example alice
       */
      username: string;
      /**
       * @description Session token returned by the login.
       * @example 4fGh7Kq2ZsX9vB1nM0pL
       */
      token: string;
      /**
       * @description Device id to unbind, 1–128 characters.
       * @example my-pc
       */
      device_id: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    UsesDto: {
      left: number;
      /** @description Number of uses in total or, with a refill period, per period. */
      total: number;
      /** @description Time of the next refill, in epoch milliseconds; null if the uses are not refilled. */
      resetsAt: number | null;
    };
    VariableDto: {
      id: number;
      applicationId: number;
      /** @description 1–64 letters and digits of any script, `_`, `.` and `-`. */
      key: string;
      /** @description At most 64 KiB. */
      value: string;
      /** @description Incremented with every change of the value. */
      version: number;
      /**
       * @description Rule for the check value that clients get with the variable: `md5`, `crc32`, or a fixed text that is returned
       *     unchanged. `null` means no check value.
       */
      checkRule: string | null;
      /** @description If true, reading the variable requires a valid card. */
      cardAuth: boolean;
      /** @description If true, a running trial can read the variable without the card that `cardAuth` requires. */
      trials: boolean;
      /** @description Feature that the card must have; null means none. A required feature implies `cardAuth`. */
      requireFeature: string | null;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
    };
    VariableFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Prefix of the key. */
      key?: string;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    VariableResult: {
      /**
       * @description The variable's value.
       * @example hello
       */
      value: string;
      /**
       * @description Server time in epoch seconds.
       * @example 1798712999
       */
      time: number;
      /**
       * @description Check value according to the variable's rule: the value's MD5 in lowercase hex, its CRC32 as an unsigned 32-bit
       *     integer, or a fixed text. Absent if the variable has no rule.
       * @example 5d41402abc4b2a76b9719d911017c592
       */
      check?: string | number;
    };
    VariableVersionDto: {
      id: number;
      version: number;
      /** @description The author of the save. */
      createdBy: string;
      createdAt: number;
      value: string;
    };
    VersionFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Exact channel. */
      channel?: string;
      /** @description Prefix of the version as entered. */
      version?: string;
      /** @description If true, only released versions; if false, only drafts. */
      released?: boolean;
      /** @description Only records of this application. */
      applicationId?: number;
    };
    VersionedActionDto: {
      /**
       * @description The `rowVersion` that was read with the record. If the record has changed since, the request is refused with 409. A
       *     request without this field always takes effect, even if it repeats a request whose answer was lost.
       */
      rowVersion?: number;
    };
    WebhookDeliveryDto: {
      id: number;
      webhookId: number;
      /** @enum {string} */
      status: 'failed' | 'pending' | 'delivered';
      /** @description Attempts so far; 0 after a replay. */
      attempts: number;
      /** @description Epoch milliseconds of the next attempt; `null` if there is none. */
      nextAt: number | null;
      /** @description Epoch milliseconds of the latest attempt; `null` before the first. */
      lastAt: number | null;
      /** @description HTTP status of the latest answer; `null` if there was none. */
      lastStatus: number | null;
      /** @description Reason why the latest attempt got no answer, such as `timed_out`; `null` if it got an answer. */
      lastFault: string | null;
      /** @description At most the first 2 KiB of the latest answer. */
      lastAnswer: string | null;
      createdAt: number;
      /** @description Id of the event, sent in the header `webhook-id`. */
      event: string;
      /** @description Type of the event. */
      type: string;
      /** @description Application of the event; null if there is none. */
      applicationId: number | null;
      /** @description Time of the event, in epoch milliseconds. */
      eventAt: number;
    };
    WebhookDto: {
      id: number;
      name: string;
      /** @description HTTPS or HTTP address. */
      url: string;
      enabled: boolean;
      /**
       * @description `null` unless the server has disabled the webhook.
       * @enum {string|null}
       */
      disabledReason: 'gone' | null;
      /** @description Types of events, or `*` for all. */
      types: string[];
      /**
       * @description If true, the receiver gets the events of all applications. If false, only those of the applications listed in a
       *     separate table.
       */
      allApplications: boolean;
      /** @description If false, card keys are masked. */
      revealCards: boolean;
      /** @description Epoch milliseconds; `null` if the previous secret became invalid at once. */
      previousSecretUntil: number | null;
      /** @description Epoch milliseconds until which sending is paused, for example at the receiver's request; 0 if not paused. */
      pausedUntil: number;
      rowVersion: number;
      createdAt: number;
      updatedAt: number;
      /** @description Ids of the applications whose events the webhook receives; empty if `allApplications` is true. */
      applicationIds: number[];
    };
    WebhookFilter: {
      /** @description Only the records with these ids, at most 1000. React-admin's `getMany` sends this filter. */
      id?: number[];
      /** @description Prefix of the name. */
      name?: string;
      enabled?: boolean;
    };
    WebhookSecretDto: {
      /** @description `whsec_` and a base64 key, the format of the Standard Webhooks libraries. */
      secret: string;
      /** @description Epoch milliseconds until which requests are also signed with the previous secret; null if there is no overlap. */
      previousSecretUntil: number | null;
    };
    WriteDataRequest: {
      /**
       * @description Scope of the data: `app` (default) or `card`; `user` is reserved.
       * @enum {string}
       */
      scope?: 'app' | 'card';
      /** @description Card key, 1–64 printable characters; required for the scope `card`, ignored otherwise. */
      kami?: string;
      /** @description Alias of `kami`, used if `kami` is missing or empty. */
      card?: string;
      /**
       * @description `create` for a new key (10522 if the key exists), `update` for an existing key (10521 if it does not exist).
       * @enum {string}
       */
      action: 'create' | 'update';
      /** @description Value, at most 64 KiB of UTF-8; may be empty. */
      value: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
    WriteRemoteDataRequest: {
      /**
       * @description Key of the data: 1–64 letters and digits of any script, `_`, `.` and `-`.
       * @example top_score
       */
      key: string;
      /**
       * @description `create` for a new key (10522 if the key exists), `update` and `delete` for an existing key (10521 if it does not
       *     exist).
       * @example create
       * @enum {string}
       */
      action: 'create' | 'update' | 'delete';
      /** @description Value, at most 64 KiB of UTF-8; may be empty. Required unless `action` is `delete`. */
      value?: string;
      /**
       * @description Key of the application: 20 characters of `a-z0-9`.
       * @example blsvh14llhcr96vtboqg
       */
      app_key: string;
      /**
       * @description Time of the request in epoch seconds: at most 60 seconds ago, and not later than the server's time plus the
       *     application's clock leeway.
       * @example 1574654197
       */
      timestamp: number;
      /**
       * @description 1–36 characters without `&`, for example a UUID or a nonce that is bound to the parameters (`b1.…`). It must be
       *     unique among the application's requests within 90 seconds, or longer if the clock leeway exceeds 28 seconds.
       * @example 359c22e4-d522-4771-ba8e-4b99cf61b372
       */
      nonce: string;
      /**
       * @description Signature over all other parameters, and in the mode `hmac-sha256-path` also over method and path: 32 hex digits
       *     (MD5) or 64 (HMAC-SHA256).
       * @example f6bfe957d5aff9fe8c4bfe123ba29f7f
       */
      sign: string;
    };
  };
  responses: {
    /**
     * @description The path or query is invalid, or the body is not JSON
     *
     *     Codes: `malformed_request`, `invalid_query`, `invalid_filter`, `invalid_filter_json`, `invalid_query_json`, `invalid_sort`, `invalid_range`, `body_incomplete`
     */
    Admin400: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description Not signed in, or the API token is invalid
     *
     *     Codes: `not_signed_in`, `wrong_password`, `totp_required`, `wrong_totp`, `session_ended`
     */
    Admin401: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The role is too low, the CSRF token is missing, or the endpoint does not accept API tokens
     *
     *     Codes: `forbidden`, `address_not_allowed`, `wrong_csrf_token`, `in_person_only`, `role_too_low`, `owners_block_only`
     */
    Admin403: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The record does not exist, or belongs to an application that is not assigned to the caller
     *
     *     Codes: `no_such_endpoint`, `not_found`
     */
    Admin404: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The request conflicts with the current state, such as an edit of a record that someone else has changed
     *
     *     Codes: `record_changed`, `parent_deleted`, `last_owner`, `totp_in_use`, `totp_not_in_use`, `totp_without_key`, `application_enabled`, `no_overlap`, `card_type_in_use`, `too_many_webhooks`, `webhook_disabled`, `too_many_notifiers`, `cards_being_made`, `not_activated`, `not_counted`, `no_running_time`, `channel_with_orders`, `channel_with_payments`, `channel_order_limit`, `channel_day_limit`, `out_of_stock`, `payment_unmapped`, `payment_closed`, `order_refunded`, `mail_not_configured`, `keys_taken`, `session_already_ended`, `job_ended`, `job_being_cancelled`, `job_being_completed`
     */
    Admin409: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The body is too large, the URL and headers together are too large, or the requested rows contain too much text
     *
     *     Codes: `body_too_large`, `page_too_large`, `import_too_large`
     */
    Admin413: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The type or charset of the body is not supported
     *
     *     Codes: `not_json`, `not_csv_or_json`, `not_csv_or_text`
     */
    Admin415: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description Fields have faults: `faults` contains the code of each fault
     *
     *     Codes: `invalid_fields`
     */
    Admin422: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description Too many tries: wait for `Retry-After` seconds
     *
     *     Codes: `too_many_tries`, `too_many_signature_checks`, `too_many_jobs`, `too_many_uploads`
     */
    Admin429: {
      headers: {
        /** @description Seconds to wait */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description Internal error; the server's log contains the details under the answer's `requestId`
     *
     *     Codes: `internal_error`
     */
    Admin500: {
      headers: {
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
    /**
     * @description The database or a part of the server does not answer at the moment: try again after `Retry-After` seconds
     *
     *     Codes: `unavailable`, `database_unavailable`, `sandbox_unavailable`, `too_many_calls`, `server_stopping`
     */
    Admin503: {
      headers: {
        /** @description Seconds to wait */
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/json': components['schemas']['AdminError'];
      };
    };
  };
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;

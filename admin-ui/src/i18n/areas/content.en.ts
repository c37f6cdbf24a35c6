/**
 * Texts for applications, blocks, variables, data, functions, versions, the integration page and the signature checker.
 */
const TIMES = { createdAt: 'Created', updatedAt: 'Changed' };

export const contentEn = {
  resources: {
    applications: {
      name: 'Application |||| Applications',
      fields: {
        ...TIMES,
        name: 'Name',
        appKey: 'app_key',
        enabled: 'Enabled',
        signMode: 'Signature',
        responseSignature: 'Sign responses',
        clockLeewaySec: 'Clock tolerance (seconds)',
        language: 'Language of error messages',
        timeZone: 'Time zone',
        heartbeatTimeoutSec: 'Heartbeat timeout (seconds)',
        hg: 'Suggested heartbeat interval (seconds)',
        multiOpenPolicy: 'When the session limit is reached',
        unbindPolicy: 'Unbind policy',
        unbindHours: 'Hours',
        defaultUnbindLimit: 'Default unbind limit',
        unbindCooldownHours: 'Hours between two unbinds by the customer',
        trial: 'Trials',
        trialMinutes: 'Length of a trial (minutes)',
        trialIntervalHours: 'Interval (hours)',
        trialsPerAddress: 'New trials per address and day',
        compat: 'Clients of another service',
        compatHosts: 'Hosts of these clients',
        appSecret: 'app_secret',
        portalEnabled: 'Customer page',
        portalTitle: 'Title',
        portalLogoUrl: 'Logo (https address)',
        portalContact: 'Contact',
        portalLanguages: 'Languages',
        portalShortKeysConfirmed: 'Allow short card keys',
        config: 'Configuration (JSON)',
        notice: 'Notice',
        previousSecretUntil: 'Old secret valid until',
        publicKey: 'Public key',
        keyId: 'Key ID',
        previousPublicKey: 'Old public key',
        previousKeyId: 'Old key ID',
        previousPublicKeyUntil: 'Old public key shown until',
      },
    },
    blocks: {
      name: 'Block |||| Blocks',
      fields: {
        ...TIMES,
        kind: 'Target',
        pattern: 'Pattern',
        reason: 'Reason',
        applicationId: 'Application',
        expiresAt: 'Expires',
        active: 'Active',
      },
    },
    variables: {
      name: 'Variable |||| Variables',
      fields: {
        ...TIMES,
        key: 'Key',
        value: 'Value',
        version: 'Version',
        checkRule: 'Check value',
        cardAuth: 'Card required',
        trials: 'Readable during a trial',
        requireFeature: 'Required feature',
      },
    },
    data: {
      name: 'Remote data |||| Remote data',
      fields: { ...TIMES, key: 'Key', value: 'Value', scope: 'Scope', card: 'Card' },
    },
    functions: {
      name: 'Function |||| Functions',
      fields: {
        ...TIMES,
        name: 'Name',
        enabled: 'Enabled',
        version: 'Version',
        recentCalls: 'Calls, 24 hours',
        recentFailures: 'Failures, 24 hours',
        source: 'Source',
        timeoutMs: 'Time limit (ms)',
        memoryMb: 'Memory limit (MiB)',
        cost: 'Cost (uses)',
        requireFeature: 'Required feature',
        trials: 'Callable during a trial',
      },
    },
    versions: {
      name: 'Version |||| Versions',
      fields: {
        ...TIMES,
        version: 'Version',
        channel: 'Channel',
        url: 'Download URL',
        notice: 'Release notes',
        released: 'Released',
        forced: 'Older clients must update',
        latest: 'Clients get this',
      },
    },
  },
  panel: {
    help: { remote_key: '1–64 characters: letters and digits of any script, and _ . -' },
    sign_mode: {
      md5: 'MD5',
      'hmac-sha256': 'HMAC-SHA256',
      'hmac-sha256-path': 'HMAC-SHA256 with method and path',
    },
    response_signature: { off: 'Off', digest: 'Digest with the secret', ed25519: 'Ed25519' },
    client_language: { en: 'English', 'zh-CN': 'Chinese' },
    multi_open_policy: { refuse: 'Refuse the new login', kick_oldest: 'End the oldest session' },
    unbind_policy: {
      unbind_only: 'Only unbind the device',
      reset_to_unused: 'Reset the card to unused',
      deduct_hours: 'Deduct hours',
      add_hours: 'Add hours',
      disabled: 'Not allowed',
    },
    compat: { none: 'None', paojiaoyun: '泡椒云 (paojiaoyun.com)' },
    trial_mode: { off: 'None', once: 'One per device', interval: 'One per device and interval' },
    applications: {
      tab: {
        general: 'General',
        signing: 'Signing',
        sessions: 'Sessions',
        unbinding: 'Unbinding',
        trials: 'Trials',
        portal: 'Customer page',
        compat: 'Moving',
        texts: 'Texts',
      },
      help: {
        name: 'Shown in this panel only.',
        enabled:
          'Clients of a disabled application are refused with code 10230, as if the application did not exist.',
        language: 'Error codes are the same in every language.',
        timeZone:
          'Clients get expiry times in this time zone. Calendar days and months, for example for refills of uses, also begin at midnight in this time zone.',
        signMode:
          'Requests that are signed in another way are refused with code 10010. For new applications choose HMAC-SHA256 with method and path: a signed request is then valid for one endpoint only.',
        responseSignature:
          'For new applications choose Ed25519: clients verify each response with the public key, and someone who extracts the secret from a client cannot forge responses. The digest is for existing clients.',
        clockLeewaySec:
          '0–300. Seconds by which a client’s clock may be ahead of the server’s. For clients of 泡椒云, 0 means 5 seconds.',
        heartbeatTimeoutSec: '30–86400. A session ends after this many seconds without a heartbeat.',
        hg: 'Clients get this value at login. Leave empty for a third of the timeout.',
        multiOpenPolicy:
          'Applies to a login that exceeds the session limit of the card or user. If the device already has a session, its new login replaces that session, whatever you choose here.',
        unbindPolicy:
          'What happens when a client unbinds a device. A card that is reset to unused gets its full duration again, but loses recharged time.',
        unbindHours: 'Number of hours that each unbind deducts or adds.',
        unbindCooldownHours:
          'After an unbind, customers have to wait this long before the next unbind on the customer page. An unbind in the client also starts this waiting time, but is never refused because of it. 0 means no wait.',
        portalEnabled:
          'On this page customers unbind devices, recharge and check their licence without your help. They sign in with their card, or with their user name and password.',
        portalTitle: 'Leave empty to show the name of the application.',
        portalLogoUrl: 'Customers’ browsers load the image from this address. Leave empty for no logo.',
        portalContact: 'How customers reach you, for example a Telegram name.',
        portalLanguages:
          'Customers can switch between these languages. If no language matches the browser’s settings, the first one is used.',
        portalShortKeysConfirmed:
          'Card keys with fewer than 50 random bits can be guessed on a page that anyone can open. Turn this on only if you accept this risk.',
        defaultUnbindLimit:
          'New card types get this limit, unless another limit is entered when they are created. Existing card types do not change. Leave empty for unlimited.',
        trial:
          'Allows devices to use the software without a card for a limited time. Clients log in at /trial/login.',
        trialMinutes: '1–43200. The time starts at the first login.',
        trialIntervalHours:
          '1–8784. The first interval began at midnight on Monday, 1 January 2001, in the application’s time zone. So intervals of 24 hours begin at midnight, and intervals of 168 hours at midnight on Monday.',
        trialsPerAddress:
          'All devices with the same address share this number. They can begin this many trials at once. After that, they can begin one more trial every (24 ÷ this number) hours. The limit does not affect trials that are already running. 0 means unlimited.',
        compat:
          'Allows unchanged clients of another service to use this application under /v1. You only have to change the DNS record of the host that these clients call. These clients sign with MD5, and the server always signs its responses to them with a digest.',
        compatHosts:
          'Hosts that these clients may call, such as api.example.com; press Enter after each host. A host without a port matches any port. Leave empty to accept any host.',
        appKey:
          'To serve existing clients, enter their app_key here and their secret below. For new clients, leave both empty.',
        appSecret: 'The secret that belongs to this app_key.',
        config: 'Clients get this text unchanged from /software/config.',
        notice: 'Clients get this text from /software/notice.',
      },
      https_only: 'Must begin with https://',
      portal: {
        link: 'Link for your customers',
        link_help:
          'Anyone with the link can open the page. If you renew the link, all customers are signed out of the page, and the old link stops working immediately.',
        closed: 'The page is off. If you turn it on again, the link stays the same.',
      },
      disable: 'Disable',
      disable_title: 'Disable %{name}?',
      disable_content:
        'All clients of the application are refused with code 10230 until you enable the application again.',
      enable: 'Enable',
      enable_title: 'Enable %{name}?',
      enable_content: 'The clients of the application can connect again.',
      delete_title: 'Delete %{name}?',
      delete_content:
        'The application’s cards, users, sessions, variables, data, functions and versions are deleted too. This cannot be undone.',
    },
    secret: {
      title: 'Secret (app_secret)',
      help: 'Clients use the secret to sign requests; they never send it. Anyone who knows the secret can impersonate your software.',
      reveal: 'Reveal secret',
      hide: 'Hide secret',
      rotate: 'Rotate secret',
      rotate_title: 'Rotate the secret of %{name}',
      rotate_explain:
        'The new secret is valid immediately. The old secret stays valid for the hours that you choose, so that you can ship an update with the new secret.',
      overlap_hours: 'Hours for which the old secret stays valid',
      overlap_help: '0–8760. With 0, the old secret becomes invalid immediately.',
      rotate_warning:
        'When the old secret is no longer valid, clients with that secret are refused with code 10010. If the secret from before the last rotation is still valid, it becomes invalid immediately.',
      rotated: 'Secret rotated',
      previous_until: 'Old secret valid until',
      end_warning: 'Clients with the old secret will be refused immediately, with code 10010.',
    },
    signing_key: {
      title: 'Public key of signed responses',
      help: 'Clients contain the public key and its ID to verify responses signed with Ed25519. The private key never leaves the server.',
      rotate: 'Rotate key',
      rotate_title: 'Rotate the signing key of %{name}',
      rotate_explain:
        'The server signs with the new key immediately and deletes the old private key. The panel shows the old public key for the hours that you choose.',
      overlap_hours: 'Hours for which the old public key is shown',
      overlap_help: '0–8784. With 0, the panel no longer shows the old public key.',
      rotate_warning:
        'After the rotation, clients that know only the old public key refuse every response. If the key was not stolen, do not rotate it here: first ship an update with both keys, as described under “Rotating a key” in the documentation.',
      rotated: 'Signing key rotated',
      previous_until: 'Old public key, shown until %{until}:',
    },
    blocks: {
      kind: { card: 'Card', user: 'User', device: 'Device', ip: 'Address (IP)' },
      active: 'Active',
      ended: 'Ended',
      only_chosen: 'Only the selected application',
      everywhere: 'For all applications',
      everywhere_help: 'If off, the block applies to the selected application only.',
      pattern_help: {
        card: 'Card key; * matches any characters, for example VIP-2024-*. Blocked cards are refused with code 10212.',
        user: 'User name; * matches any characters. Blocked users are refused with code 10212.',
        device: 'Exact ID that the device sends. Blocked devices are refused with code 10212.',
        ip: 'IPv4 or IPv6 address, or a range such as 192.0.2.0/24. Blocked addresses get HTTP 429.',
      },
      reason_help: 'Clients do not see the reason.',
      expires_help: 'Leave empty for a block that lasts until you delete it.',
    },
    variables: {
      tab: { variable: 'Variable', versions: 'Versions' },
      json: {
        help: 'Clients get this text unchanged. A text that begins with { or [ is checked as JSON.',
        valid: 'Valid JSON. Clients get this text unchanged.',
        format: 'Format',
        fault: 'Not JSON: line %{line}, character %{column}. You can still save it as text.',
      },
      check_rule: { none: 'None', md5: 'MD5', crc32: 'CRC32', fixed: 'Fixed text' },
      check_rule_help: {
        none: 'Clients get only the value.',
        md5: 'Clients also get the MD5 of the value in hexadecimal.',
        crc32: 'Clients also get the CRC32 of the value as a number.',
        fixed: 'Clients also get the text below, unchanged.',
      },
      check_text: 'Text',
      card_auth_help: 'If on, only clients with a valid card can read the variable.',
      trials_help:
        'If on, a running trial is accepted instead of a card. A trial has no features, so it cannot read a variable that requires a feature.',
      require_feature_help:
        'Only clients with a valid card that has this feature can read the variable. Leave empty to require no feature.',
    },
    data: {
      scope: { app: 'The application', card: 'A card' },
      scope_help: 'To read or change a card’s data, clients must send the card key.',
      card_help: 'The complete card key.',
      usage_app: 'Shared data: %{keys} of %{maxKeys} keys, %{bytes} of %{maxBytes}',
      usage_card: 'Data of card %{card}: %{keys} of %{maxKeys} keys, %{bytes} of %{maxBytes}',
      usage_warning:
        'Clients’ writes that would exceed a limit are refused with code 10523. Delete data, or raise the quota in the server settings.',
    },
    history: {
      version: 'Version',
      saved_at: 'Saved',
      saved_by: 'By',
      view: 'View',
      title: 'Version %{version}',
      differences: 'Differences',
      differences_help:
        'Lines with - are only in this version. Lines with + are only in the current version.',
      same: 'This version is identical to the current version.',
      restore: 'Restore',
      restore_title: 'Restore version %{version}?',
      restore_content:
        'This version is saved as a new version and takes effect immediately. Unsaved changes are lost.',
      restored: 'Version %{version} restored',
    },
    versions: {
      state: 'State',
      released: 'Released',
      latest: 'Clients get this',
      draft: 'Draft',
      forced: 'Forced',
      publish: 'Publish',
      publish_title: 'Publish version %{version}?',
      publish_content:
        'Clients of the channel %{channel} can get this version at once, unless a newer version has already been released.',
      publish_forced:
        'Clients of the channel %{channel} can get this version at once, unless a newer version has already been released. Clients with a version older than %{version} are told that they must update.',
      published: 'Version %{version} published',
      version_help: 'Such as 1.10.0 or v2.0-beta.1.',
      channel_help: 'Clients that do not send a channel get versions of the channel “stable”.',
      notice_help: 'Shown to customers together with the update.',
      released_help: 'If off, the version is a draft, which clients do not see.',
      forced_help:
        'If on, clients with an older version must update. They are told so as soon as this version is released.',
    },
    functions: {
      server_limit: 'Server limit',
      roll_back: 'Roll back',
      failing: '%{rate} failed (%{figure})',
      tab: { source: 'Source', settings: 'Settings', versions: 'Versions', calls: 'Calls' },
      name_help:
        'Clients call the function by this name. The source must define a function with the same name.',
      enabled_help: 'Calls of a disabled function are refused with code 10541.',
      limit_help: 'At most %{max}, the server’s limit. Leave empty to use the server’s limit.',
      cost_help:
        'Number of uses that a call consumes from the card or user with which the client is logged in. A failed call consumes no uses. With a cost of 0, clients can call the function without a login, unless it requires a feature.',
      require_feature_help:
        'Only clients logged in with a card or user that has this feature can call the function. Leave empty to require no feature.',
      trials_help:
        'If on, clients with a running trial can also call the function, at no cost. A trial has no features, so it cannot call a function that requires a feature.',
      source_help: 'Ctrl+] indents the line; Tab moves to the next field.',
      fault: { missing: 'Incomplete code', unexpected: 'Unexpected code' },
      test: {
        title: 'Test run',
        params: 'Parameters (JSON array)',
        params_help: 'Such as [1, "a"]. Press Ctrl+Enter to run.',
        run: 'Run',
        succeeded: 'Succeeded',
        failed: 'Failed',
        result: 'Result (JSON)',
        error: 'Error',
        console: 'Console',
        console_empty: 'No output.',
        took: '%{milliseconds} ms, %{memory} memory',
      },
      calls: {
        none: 'No calls yet, or none with this outcome.',
        at: 'When',
        outcome: 'Outcome',
        all: 'All',
        succeeded: 'Succeeded',
        failed: 'Failed',
        duration: 'Duration',
        memory: 'Memory',
        error: 'Error',
        details: 'Details',
        title: 'Call details',
      },
    },
    integration: {
      title: 'Integration',
      credentials: 'Client settings of %{name}',
      server: 'Server',
      secret_hidden: 'Hidden',
      secret_not_yours: 'You are not allowed to see the secret. Ask a manager for it.',
      disabled: 'This application is disabled: every request is refused with code 10230.',
      response_signature:
        'This application signs its responses. Your client should verify them, as described in the documentation.',
      signed_by_key:
        'This application signs its responses. The SDKs verify them with public_key; a client without an SDK should verify them too.',
      snippets: 'Example clients',
      snippets_help:
        'Each example contains the settings of the application, logs in with a card and keeps the session alive.',
      docs: 'API documentation',
      card: 'Card for the examples',
      card_help: 'Use a test card.',
      language: 'Language',
      install_sdk: 'In the folder of your program, download the SDK from this server (requires %{needs}):',
      download_sdk: 'Download the archive',
      install: 'Install',
      save_program: 'Save this program as %{file} in the same folder:',
      run_program:
        'If you freeze the card while the program runs, the program learns this at its next heartbeat. Run the program:',
      run: 'Run',
      without_sdk: 'Without an SDK',
      copy_prompt: 'Copy as a prompt',
      copy_prompt_help:
        'Copies a prompt for an AI assistant. The prompt contains this program and the rules for a client, but not the secret.',
      reads_variable:
        'After the login this program reads the remote variable “%{variable}”. Create it first.',
      other_sign_mode:
        'The %{language} program does not support the sign mode of this application. Use a program in another language as an example.',
    },
    signature_check: {
      title: 'Signature checker',
      help: 'Paste a request that a client has sent to %{name}. The audit log records each check with the signed text of the request; passwords, tokens and the secret are masked.',
      request: 'Query string, form body or JSON',
      request_help:
        'Paste the request exactly as it was sent, including sign. You can also paste its complete URL.',
      method: 'Method',
      path: 'Path',
      path_help: 'The path as it was sent, starting with /api/client/v1, without the query',
      path_help_compat:
        'The path as it was sent, starting with /api/client/v1 or /v1, without the query. Required for paths under /v1, and if signatures cover method and path.',
      host: 'Host',
      host_help: 'The host that the client called, with the port, if any. Required for paths under /v1.',
      check: 'Check',
      example: 'Load example',
      findings: 'Findings',
      canonical: 'Signed text (without the secret)',
      expected: 'Expected sign',
      given: 'Received sign',
      parameters: 'Parameters parsed by the server',
      empty: '(empty)',
      verdict: {
        accepted: 'The signature is correct. No errors were found.',
        right_but_refused: 'The signature is correct, but the request is refused.',
        wrong: 'The signature is wrong. If nothing else is wrong, the request gets 10010.',
        none: 'The request has no signature (parameter sign).',
      },
      finding: {
        application_disabled: {
          what: 'The application is disabled',
          todo: 'Every request gets 10230. Enable the application under Applications.',
        },
        compat_off: {
          what: 'The application does not serve clients of 泡椒云',
          todo: 'Every request under /v1 gets 10230. Choose 泡椒云 under Applications, tab Moving.',
        },
        host_not_accepted: {
          what: '%{host} is not a host of this application',
          todo: 'The request gets 10230. Accepted hosts: %{accepted}. Add the host under Applications, tab Moving.',
        },
        path_unknown: {
          what: '%{method} %{path} does not exist',
          todo: 'The request gets 404. Under /v1, path and method must be exactly the same as in the API of 泡椒云.',
        },
        app_key_wrong: {
          what: 'app_key does not belong to this application',
          todo: 'Send %{expected}, or select the application that has this app_key.',
        },
        parameter_missing: {
          what: '%{parameter} is missing',
          todo: 'Every request must contain app_key, timestamp, nonce and sign.',
        },
        nonce_too_long: {
          what: 'nonce is too long',
          todo: 'Send at most %{max} characters, such as a UUID.',
        },
        nonce_ampersand: { what: 'nonce contains &', todo: 'Send a UUID or hexadecimal digits.' },
        parameter_name: {
          what: '%{parameter} is not a parameter name',
          todo: 'Begin the name with a letter or “_”, then use only ASCII letters, digits, “_”, “.” and “-”. Other names get 400.',
        },
        value_ampersand: {
          what: '%{parameter} contains &',
          todo: 'The API does not define this parameter, so its value must not contain &. Remove the &, or encode the value before you sign it.',
        },
        value_nonce_and_timestamp: {
          what: '%{parameter} contains both &nonce= and &timestamp=',
          todo: 'The signed text could be read as a different request. Encode the value, for example in Base64, before you sign it.',
        },
        value_ambiguous: {
          what: '%{parameter} contains &nonce= or &timestamp=',
          todo: 'The signed text could be read as a different request. Encode the value, for example in Base64, before you sign it.',
        },
        timestamp_malformed: {
          what: 'timestamp is not a time in seconds',
          todo: 'Send whole seconds since 1970, without a fraction.',
        },
        timestamp_milliseconds: {
          what: 'timestamp is in milliseconds',
          todo: 'Divide the value by 1000 and drop the fraction.',
        },
        timestamp_old: {
          what: 'timestamp is %{seconds} seconds old',
          todo: 'A request that is more than 60 seconds old is refused with code 10011. If the request was sent just now, correct the client’s clock. If you pasted an older request, ignore this finding.',
        },
        timestamp_in_future: {
          what: 'timestamp is %{seconds} seconds ahead of the server',
          todo: 'Correct the client’s clock, or set a clock tolerance in the application. The server refuses the request with code 10013.',
        },
        secret_sent: {
          what: '%{parameter} contains the secret',
          todo: 'Never send the secret. If you already sent the secret, rotate it.',
        },
        sign_included: { what: 'sign is part of the signed text', todo: 'Remove sign from the signed text.' },
        empty_values_left_out: {
          what: 'The signed text lacks the parameters with empty values',
          todo: 'Include each of these parameters as name=.',
        },
        keys_not_sorted: {
          what: 'The parameters are not sorted',
          todo: 'Sort the parameters by name in byte order, uppercase before lowercase.',
        },
        values_url_encoded: {
          what: 'The values were URL-encoded before signing',
          todo: 'Sign the raw values, and encode them only for sending.',
        },
        values_not_escaped: {
          what: 'The values are not escaped',
          todo: 'In names and values, write %, =, CR and LF as %25, %3D, %0D and %0A.',
        },
        path_wrong: {
          what: 'The signed path differs from the path that was sent',
          todo: 'Sign the path as it is sent, percent-encoded, but without the query. It starts with /api/client/v1, or with /v1 for clients of 泡椒云.',
        },
        host_missing: {
          what: 'The signed text lacks method, host and path',
          todo: 'Put method, host and path in front of the parameters, without separators.',
        },
        host_wrong: {
          what: 'The signed host differs from the host that was sent',
          todo: 'Sign the value of the Host header exactly as it is sent: with the port, if any, and in the same letter case.',
        },
        method_wrong: {
          what: 'The signed method differs from the method that was sent',
          todo: 'Sign the method that you send, GET or POST, in capital letters.',
        },
        line_end_added: {
          what: 'A line end follows the last line',
          todo: 'Join the lines with LF, and add no LF at the end.',
        },
        secret_missing: { what: 'The secret is missing', todo: 'Append app_secret to the signed text.' },
        secret_in_front: {
          what: 'The secret is at the start of the text',
          todo: 'Put the secret only at the end.',
        },
        secret_joined: {
          what: 'The secret follows an & or a parameter name',
          todo: 'Append the secret directly to the last value, without & or key=.',
        },
        secret_appended: {
          what: 'The secret was appended to the text',
          todo: 'With HMAC, use the secret only as the key.',
        },
        other_mode: {
          what: 'Signed with %{digest}',
          todo: 'Sign with %{mode}, or change the signature setting of the application. 泡椒云 clients always use MD5.',
        },
        other_digest: { what: 'Signed with %{digest}', todo: 'Use %{mode}.' },
        sign_base64: { what: 'sign is in Base64', todo: 'Send sign in hexadecimal.' },
        sign_upper_case: {
          what: 'sign has uppercase letters',
          todo: 'You need not change this: the server accepts uppercase letters.',
        },
        sign_malformed: {
          what: 'sign has %{length} characters, which is not the length of a %{mode} signature',
          todo: 'Send %{expected} hexadecimal digits.',
        },
        sign_unexplained: {
          what: 'The signature is wrong, but not because of a known mistake',
          todo: 'Compare the text that your client signs with the text below, character by character. If the two texts are equal, the client has the wrong secret.',
        },
        previous_secret: {
          what: 'Signed with the old secret',
          todo: 'The old secret is valid until %{until}. Update the client before that time.',
        },
        previous_secret_ended: {
          what: 'Signed with the old secret, which is no longer valid',
          todo: 'Update the client with the new secret.',
        },
      },
    },
  },
};

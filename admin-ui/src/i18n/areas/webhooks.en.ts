/** Texts for webhooks and the events that they deliver. */
export const webhooksEn = {
  panel: {
    webhooks: {
      all_types: 'All events',
      disabled: 'disabled',
      url_help:
        'HTTPS or HTTP address with a public host, or with a host that the server setting OUTGOING_ALLOW allows. Redirects are not followed.',
      types_help: 'Events that the receiver gets',
      all_applications_help: 'Includes future applications, and events of the server itself',
      applications_help: 'Only events of these applications',
      reveal_cards_help: 'If off, requests contain at most the last four characters of card keys.',
      test: 'Send a test',
      gone: 'The receiver answered 410 (Gone), so the server disabled this webhook. Enable the webhook to try again.',
      tab: { settings: 'Settings', deliveries: 'Deliveries' },
      secret: {
        title: 'Signing secret',
        help: 'The receiver verifies requests with this secret, for example with a Standard Webhooks library.',
        overlap_help:
          'During this time, requests are signed with the old and the new secret. With 0, the old secret becomes invalid at once.',
      },
      deliveries: {
        none: 'No deliveries yet',
        at: 'Event time',
        type: 'Event',
        event: 'Event ID',
        status: 'Status',
        attempts: 'Attempts',
        answer: 'Latest answer',
        next: 'Next attempt',
        replay: 'Deliver again',
        replay_range: 'Deliver a time range again',
        replayed:
          '%{smart_count} event is being delivered again |||| %{smart_count} events are being delivered again',
        from: 'From',
        to: 'To',
        failed_only: 'Only failed deliveries',
        failed_only_help: 'If off, successful deliveries are repeated too.',
        statuses: { pending: 'Waiting', delivered: 'Delivered', failed: 'Failed' },
      },
      faults: {
        not_a_url: 'The address is not a URL',
        not_http: 'The address must begin with https:// or http://',
        with_credentials: 'The address must not contain a user name or password',
        not_public: 'The host is not public',
        unresolved: 'Unknown host',
        timed_out: 'No answer in time',
        refused: 'Connection refused',
        certificate: 'TLS failed, for example because of an invalid certificate',
        bad_answer: 'The answer is not valid HTTP',
        broken: 'The connection was lost',
      },
      types: {
        card: {
          issued: 'Cards issued',
          activated: 'Card activated',
          recharged: 'Recharged',
          expiring: 'Expiring soon',
          expired: 'Expired',
          frozen: 'Frozen',
          unfrozen: 'Unfrozen',
          unbound: 'Device unbound',
          used_up: 'All uses consumed',
        },
        user: {
          registered: 'User registered',
        },
        trial: {
          converted: 'Trial converted',
        },
        order: {
          issued: 'Order issued',
          refunded: 'Order refunded',
          mail_failed: 'Email with cards not delivered',
        },
        payment: {
          failed: 'Paid, but no cards issued',
        },
        stock: {
          low: 'Stock low',
        },
        refusals: {
          burst: 'Many refusals',
        },
        backup: {
          failed: 'Backup failed',
        },
      },
    },
  },
  resources: {
    webhooks: {
      name: 'Webhook |||| Webhooks',
      fields: {
        name: 'Name',
        url: 'Address',
        types: 'Events',
        allApplications: 'All applications',
        applicationIds: 'Applications',
        revealCards: 'Complete card keys',
        enabled: 'Enabled',
        createdAt: 'Created',
      },
    },
  },
};

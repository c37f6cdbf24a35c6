/** Texts for refused requests and for looking up a device. */
export const requestsEn = {
  resources: {
    refusals: {
      name: 'Request |||| Requests',
      fields: {
        at: 'Time',
        code: 'Refused because',
        name: 'Card or user',
        deviceId: 'Device',
        ip: 'Address',
        version: 'Client version',
        endpoint: 'Endpoint',
      },
    },
  },
  panel: {
    requests: {
      period: 'Period',
      periods: { today: 'Today', '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
      top: 'Refused most often',
      boards: { address: 'Addresses', name: 'Cards', device: 'Devices', code: 'Codes' },
      top_none: 'No recorded refusals in this period',
      top_long: 'Show top 10',
      top_short: 'Show top 5',
      entry: 'Cards or users: %{names}; first refusal %{first}, last %{last}',
      recorded_only:
        'This page counts only recorded requests; identical requests within a minute are recorded once. The dashboard counts every refusal. The rankings cover at most 30 days.',
      none_recorded: 'No refused request was recorded in this period. The dashboard counts every refusal.',
      none_matches:
        'No recorded request matches these filters. A refused request is recorded only if its signature is valid and it is of a kind that customers ask about, such as a login. The dashboard counts every refusal.',
      unknown_name: 'does not exist in this application',
      only_this: 'Show only requests with this value',
      block: { ip: 'Block this address', device: 'Block this device' },
      all_of_name: 'All with this name',
      all_of_device: 'All from this device',
      all_of_address: 'All from this address',
      all_of_holder: 'All refused requests with this name',
      now_card: 'This card now',
      now_user: 'This user now',
      filter: {
        name_begins: 'Card or user begins with',
        name_is: 'Card or user',
        code: 'Code',
        version: 'Client version',
        from: 'From',
        before: 'Before',
      },
      advice: {
        other: 'The message above is what the client received.',
        400: 'A parameter is missing or malformed, or the card or user does not allow the request: if it is permanent and its uses are not counted, it cannot be recharged; if its offline hours are 0, it gets no offline tickets; if its uses are not counted, none can be consumed. In all other cases, check what the customer typed, and which client version sent the request.',
        429: 'There were too many failed attempts from this address, or with this card or user, or too many new trials from this address in a day. The customer has to wait. If failed attempts continue, block the address.',
        10014: 'The same request was sent twice. Retries need a new nonce: check the client software.',
        10210: 'The card has expired. Add time to it, or have the customer recharge it with another card.',
        10212:
          'The card was frozen by an administrator or because its order was refunded, or a block applies to the card, the user or the device. If this was a mistake, unfreeze the card or delete the block.',
        10213:
          'All sessions of the card are in use. Kick a session, wait until a session times out, or raise the session limit.',
        10214:
          'The session had ended: a heartbeat was late, another login or an administrator ended it, or the client restarted with an old token. The client has to log in again.',
        10215:
          'The device was not bound. If it was to be unbound, there is nothing to do. If it was unbound while its program ran, the customer can log in on it again.',
        10216:
          'The unbind policy of the card type or the application does not let customers unbind devices. Unbind the device for them.',
        10217:
          'The customer uses a new device, and the device limit is reached. Unbind an old device, or raise the limit.',
        10218:
          'No usable card has this key. The key was mistyped, or the card was deleted, belongs to another application, or was consumed by a recharge or a registration. Ask the customer for the key as it was delivered.',
        exists_now:
          'When this request arrived, the card did not exist or was consumed. A card with this name now exists.',
        10219: 'The card has too few uses left. Add uses, or wait until they are refilled.',
        10240:
          'The card that was entered for a recharge or registration does not exist or is frozen. A registration also fails with this code if the card has already been used. Ask the customer for the key as it was delivered.',
        10241:
          'The card that was entered for a recharge had already been used: by a login, a registration or another recharge. The page of the entered card shows what used it.',
        10242: 'The user name is taken. The customer has to choose another name, or log in.',
        10243:
          'The user name or the password was wrong. Set a new password if the customer has forgotten it.',
        10244: 'A card or user has to be activated by a login before it can be recharged.',
        10250: 'The user has expired. Add time, or have the customer recharge with a card.',
        10252: 'An administrator froze the user. Unfreeze the user if this was a mistake.',
        10253: 'All of the user’s sessions are in use. Kick a session, or wait until a session times out.',
        10254:
          'The unbind password was wrong, or no unbind password has been set. Unbind the device for the customer.',
        10255:
          'The card or user has no unbinds left. Or it has no unbind limit: an unbind policy that adds time or restores the whole time requires a limit. Unbind the device for the customer.',
        10256:
          'The card that was entered for a recharge does not match the card or user to recharge: either the session limits differ, or only one of the two has uses, or their uses are refilled at different intervals. Recharge with a card that has the same session limit. Either both must have uses that are refilled at the same intervals, or neither may have uses.',
        10257:
          'Unbinding deducts time, and too little time is left. Add time, or unbind the device yourself.',
      },
    },
    devices: {
      lookup: 'Look up a device',
      lookup_help:
        'Enter a device ID to see where the device is bound, and its trial, sessions, blocks and refused requests.',
      look_up: 'Find “%{device}” in trials, sessions, blocks and refused requests',
      unknown: '%{device} is unknown in this application: it is not bound, and was not refused recently.',
      alike: 'Devices that begin with this ID:',
      all_requests: 'Show the request |||| Show all %{smart_count} requests',
      latest: 'The latest %{count} of %{total}',
      sections: {
        bound: 'Bound to',
        trial: 'Trial',
        blocks: 'Blocks',
        requests: 'Refused requests',
        sessions: 'Sessions',
      },
      none: {
        bound: 'Not bound to any card or user.',
        trial: 'No trial.',
        blocks: 'Not blocked.',
        requests: 'No recorded refusals.',
        sessions: 'No sessions.',
      },
    },
  },
};

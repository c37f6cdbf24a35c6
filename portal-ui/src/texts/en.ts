/** Explains each refusal by its code. */
const refusals = {
  sign_in_failed: 'No such card, or the user name and password do not match.',
  not_signed_in: 'You were signed out after 15 minutes. Sign in again.',
  no_cookie:
    'Your browser did not keep the cookie of the sign-in. Allow cookies for this page, and sign in again.',
  session_changed: 'You signed in to another account in another tab. Reload the page.',
  no_such_page: 'This page no longer exists.',
  too_many_requests: 'Too many attempts. Try again later.',
  unavailable: 'The server is busy. Try again in a moment.',
  offline: 'No connection to the server. Check your network and try again.',
  invalid_request: 'Check what you have entered.',
  blocked: 'Blocked by the seller. Contact the seller.',
  card_frozen: 'This card is frozen. Contact the seller.',
  user_frozen: 'This account is frozen. Contact the seller.',
  card_expired: 'This card has expired. Recharge it first.',
  user_expired: 'This account has expired. Recharge it first.',
  unbind_disabled: 'The seller does not allow customers to free up devices.',
  unbinds_exhausted: 'You cannot free up any more devices.',
  unbind_cooldown: 'You freed a device a short time ago. Wait before you free another one.',
  device_not_bound: 'This device is no longer bound.',
  ticket_valid: 'The device can still work offline. You can free it up after its offline time has ended.',
  time_insufficient: 'Freeing a device costs time, and too little time is left. Recharge first.',
  unbind_password_wrong: 'The unbind password is wrong.',
  recharge_card_unknown: 'There is no such card, or it cannot be used.',
  recharge_card_used: 'That card has already been used.',
  multi_open_differs: 'That card is of a different kind and cannot be used here.',
  counting_differs: 'That card is of a different kind and cannot be used here.',
  not_activated: 'Log in to the software with this card once before you recharge it.',
  card_permanent: 'This card never expires and needs no recharge.',
  user_permanent: 'This account never expires and needs no recharge.',
  device_limit: 'All device slots are in use. Free up a device first.',
  wrong_request_code: 'This is not a request code of this software. Copy the complete code.',
  no_such_session: 'This session has already ended.',
} as { readonly [code: string]: string };

export const en = {
  refusals,
  unknownRefusal: 'That did not work. Try again later.',
  from: (time: string) => `You can try again from ${time}.`,
  retryIn: (minutes: number) => `Try again in ${minutes} min.`,

  notFoundTitle: 'Page not found',
  loading: 'Loading…',
  reload: 'Reload',
  language: 'Language',

  signInTitle: 'Manage your licence',
  signInHelp: 'Free up an old device, recharge, or check how long your licence lasts.',
  withCard: 'Card',
  withUser: 'Account',
  card: 'Card key',
  cardHelp: 'The key you received with your purchase.',
  username: 'User name',
  password: 'Password',
  signIn: 'Sign in',
  signOut: 'Sign out',
  working: (percent: number) => `Security check… ${percent} %`,
  workingHelp:
    'After failed attempts, or while many people sign in, your device has to solve a small puzzle. This takes a few seconds.',

  states: {
    active: 'Active',
    unused: 'Not used yet',
    expired: 'Expired',
    frozen: 'Frozen',
    blocked: 'Blocked',
  },
  stateHelp: {
    unused: 'The time starts when you first log in to the software.',
    expired: 'Recharge it to continue.',
    frozen: 'It cannot be used. Contact the seller.',
    blocked: 'It cannot be used. Contact the seller.',
  } as { readonly [state: string]: string | undefined },
  type: 'Type',
  expires: 'Expires',
  never: 'Never',
  remaining: (text: string) => `${text} left`,
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  hours: (count: number) => (count === 1 ? '1 hour' : `${count} hours`),
  minutes: (count: number) => (count === 1 ? '1 minute' : `${count} minutes`),
  uses: 'Uses left',
  usesOf: (left: number, total: number) => `${left} of ${total}`,
  usesReset: (time: string) => `Next refill: ${time}`,
  unbindsLeft: 'Devices you can still free up',
  unlimited: 'Unlimited',

  devices: 'Devices',
  devicesOf: (count: number, max: number) => `${count} of ${max}`,
  noDevices: 'No device is bound. Log in to the software on the device you want to use.',
  firstSeen: (time: string) => `First used ${time}`,
  lastSeen: (time: string) => `Last used ${time}`,
  online: 'Online',
  ticketUntil: (time: string) => `Works offline until ${time}`,
  free: 'Free up',
  freeDevice: (name: string) => `Free up the device ${name}`,
  freeTitle: (name: string) => `Free up ${name}?`,
  costNothing:
    'The device is signed out, and another device can take its place. The remaining time stays the same.',
  costDeducts: (hours: string, time: string) =>
    `The device is signed out, and another device can take its place. This costs ${hours}: your licence then expires ${time}.`,
  costAdds: (hours: string, time: string) =>
    `The device is signed out, and another device can take its place. This adds ${hours}: your licence then expires ${time}.`,
  costResets:
    'All devices are signed out, and the card becomes unused. Its full time starts again at the next login.',
  costUnbind: (left: number) =>
    left === 1
      ? 'This is the last device you can free.'
      : `You can free ${left} more devices, including this one.`,
  costCooldown: (hours: string) =>
    `After you free this device, you have to wait ${hours} before you can free another one.`,
  unbindPassword: 'Unbind password',
  unbindPasswordNeeded: 'This card is protected by an unbind password.',
  confirmFree: 'Free up the device',
  cancel: 'Cancel',
  freed: 'The device was freed.',

  recharge: 'Recharge',
  rechargeHelp:
    'Enter the key of an unused card. Its time is added to yours, and that card cannot be used again.',
  rechargeCard: 'Key of the unused card',
  rechargeDo: 'Recharge',
  recharged: 'Recharged.',

  sessions: 'Signed in now',
  noSessions: 'Nobody is signed in to the software.',
  since: (time: string) => `Since ${time}`,
  endSession: 'End',
  endSessionOf: (name: string) => `End the session of ${name}`,
  endAll: 'End all',
  endedAll: 'All sessions were ended.',
  ended: 'The session was ended.',

  passwordTitle: 'Unbind password',
  passwordHelp: 'Set an unbind password so that other people who know your card cannot free your devices.',
  passwordSet: 'Already set',
  passwordNotSet: 'Not set',
  currentPassword: 'Current unbind password',
  newPassword: 'New unbind password, 6 to 10 characters',
  savePassword: 'Save',
  passwordSaved: 'The unbind password was saved.',

  ticketTitle: 'Use without internet',
  ticketHelp: (hours: string) =>
    `On a computer without internet, the software shows a request code. Enter this code here, and copy the ticket back into the software. A ticket lasts up to ${hours}.`,
  ticketWarning:
    'A ticket for a new device takes one of your device slots. If your card is unused, its time starts.',
  requestCode: 'Request code',
  getTicket: 'Get ticket',
  ticket: 'Ticket',
  ticketReady: (time: string) => `The ticket is valid until ${time}.`,
  copy: 'Copy',
  copied: 'Copied',

  notice: 'Notice',
  latestVersion: 'Latest version',
  download: 'Download',
  contact: 'Contact',
};

export type Texts = typeof en;

/** Texts for the dashboard. */
export const overviewEn = {
  panel: {
    dashboard: {
      period: 'Period',
      periods: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
      time: 'Time',
      day: 'Day',
      figures: 'Show data table',
      figures_of: 'Data: %{title}',
      sessions: {
        title: 'Online sessions',
        now: 'Online now',
        live: 'Sessions',
        summary: '%{now} online now; peak %{most} on %{when}.',
        not_yet: '%{now} online now. The chart starts within five minutes.',
        none: 'No one was online in this period.',
      },
      activity: {
        title: 'Logins and refusals',
        logins: 'Logins',
        activations: 'Activations',
        refusals: 'Refusals',
        summary:
          'Logins: %{logins}; activations: %{activations}; registrations: %{registrations}; recharges: %{recharges}; uses consumed: %{consumedUses}; refusals: %{refusals}.',
        trials: 'Trials: %{trials}, converted: %{trialConversions}.',
        none: 'No client requests in this period.',
      },
      cards: {
        title: 'Cards by state',
        summary: '%{count} card, as of %{when}. |||| %{count} cards, as of %{when}.',
      },
      expiring: {
        title: 'Expiring soon',
        summary: 'Within %{days} days: %{cards} cards, %{users} users. Today: %{today}.',
        none: 'Nothing expires in the next %{days} days.',
      },
      refusals: {
        title: 'Refusals by code',
        code: 'Code',
        meaning: 'Meaning',
        count: 'Count',
        none: 'No requests were refused in this period.',
      },
    },
    getting_started: {
      title: 'Getting started',
      text: 'Five steps to the first login of your software.',
      dismiss: 'Don’t show this again',
      done: 'Done',
      open: 'To do',
      waiting: 'Waiting',
      arrived: 'A client has logged in. From now on this page shows your activity.',
      application: {
        title: 'Create an application',
        text: 'Create an application for each program that you sell. Clients sign requests with its key and secret.',
        button: 'Create an application',
      },
      card_type: {
        title: 'Create a card type',
        text: 'A card type sets the duration of its cards and the number of devices.',
        button: 'Create a card type',
      },
      cards: {
        title: 'Generate ten cards',
        text: 'Your customers log in with these card keys.',
        button: 'Generate cards',
      },
      snippet: {
        title: 'Copy and run an example',
        text: 'Examples in curl, TypeScript, Python, Lua and C#, with your application’s key filled in.',
        button: 'Show examples',
      },
      login: {
        title: 'Wait for the first login',
        text: 'Log in with one of the cards. This page shows the login within seconds.',
      },
    },
  },
  resources: {},
};

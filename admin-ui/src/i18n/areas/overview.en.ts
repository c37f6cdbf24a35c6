/** Texts for the dashboard. */
export const overviewEn = {
  panel: {
    dashboard: {
      period: 'Period',
      periods: { '24h': '24 hours', '7d': '7 days', '30d': '30 days' },
      time: 'Time',
      day: 'Day',
      figures: 'Show the figures',
      figures_of: 'Figures: %{title}',
      sessions: {
        title: 'Online sessions',
        now: 'Online now',
        live: 'Sessions',
        summary: '%{now} online now; %{most} at most, on %{when}.',
        not_yet: '%{now} online now; the chart begins within five minutes.',
        none: 'Nobody was online in this time.',
      },
      activity: {
        title: 'Logins and refusals',
        logins: 'Logins',
        activations: 'Activations',
        refusals: 'Refusals',
        summary:
          'Logins: %{logins}; activations: %{activations}; registrations: %{registrations}; recharges: %{recharges}; refusals: %{refusals}.',
        none: 'No client called in this time.',
      },
      cards: {
        title: 'Cards by state',
        summary: '%{count} card, as of %{when}. |||| %{count} cards, as of %{when}.',
      },
      expiring: {
        title: 'Expiring soon',
        summary: 'In the next %{days} days: cards %{cards}, users %{users}. Today: %{today}.',
        none: 'Nothing expires in the next %{days} days.',
      },
      refusals: {
        title: 'Refusals by code',
        code: 'Code',
        meaning: 'Meaning',
        count: 'Count',
        none: 'Nothing was refused in this time.',
      },
    },
    getting_started: {
      title: 'Getting started',
      text: 'Five steps to the first login of your software.',
      dismiss: 'Do not show this again',
      done: 'Done',
      open: 'To do',
      waiting: 'Waiting',
      arrived: 'The first login has arrived. Everything works, and from now on you see here how it goes.',
      application: {
        title: 'Create an application',
        text: 'One for each program that you sell. It gets a key and a secret to sign requests with.',
        button: 'Create an application',
      },
      card_type: {
        title: 'Create a card type',
        text: 'It says for how long a card lasts and on how many devices it may be used.',
        button: 'Create a card type',
      },
      cards: {
        title: 'Make ten cards',
        text: 'These are the keys that your customers type in.',
        button: 'Make cards',
      },
      snippet: {
        title: 'Copy the snippet and run it',
        text: 'Ready for curl, TypeScript, Python, Lua and C#, with the key of your application filled in.',
        button: 'Show the snippets',
      },
      login: {
        title: 'See the first login arrive',
        text: 'Log in with one of the cards. This page notices within seconds.',
      },
    },
  },
  resources: {},
};

/** Texts of the search across all kinds of records. */
export const searchEn = {
  panel: {
    search: {
      open: 'Search',
      placeholder: 'Card, device, user, order or message',
      results: 'Results',
      more: 'type more to narrow the results',
      group: {
        card: 'Cards',
        user: 'Users',
        device: 'Devices',
        order: 'Orders',
        batch: 'Batches',
        address: 'Addresses',
        near: 'Similar cards',
        action: 'Actions',
        page: 'Pages',
      },
      until: 'until %{time}',
      refused_at: 'refused %{time}',
      nothing: 'Nothing found.',
      only_near: 'Nothing found. Did you mean one of these?',
      refused:
        '“%{name}” was refused once today in %{application}. |||| “%{name}” was refused %{times}× today in %{application}.',
      refused_before: '“%{name}” was refused in %{application}, but not today.',
      last_refused: 'Last on %{time}: %{why}.',
      generate_cards: 'Generate cards',
      import_cards: 'Import cards',
      issue_cards: 'Issue cards',
      new_application: 'Create an application',
      freeze: 'Freeze %{card}',
    },
  },
};

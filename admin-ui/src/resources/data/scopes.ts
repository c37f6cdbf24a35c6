export const SCOPES = [
  { id: 'app', name: 'panel.data.scope.app' },
  { id: 'card', name: 'panel.data.scope.card' },
];

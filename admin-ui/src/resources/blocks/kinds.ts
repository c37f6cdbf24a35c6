export const KINDS = (['card', 'user', 'device', 'ip'] as const).map((id) => ({
  id,
  name: `panel.blocks.kind.${id}`,
}));

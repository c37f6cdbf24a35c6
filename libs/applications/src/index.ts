export * from './application-directory.js';
export * from './applications.module.js';
export * from './blocks/block-directory.js';
export { BlockSet, type NamedKind } from './blocks/block-set.js';
export { raiseBlocksRevision } from './blocks/blocks-revision.js';
export * from './secrets-at.js';

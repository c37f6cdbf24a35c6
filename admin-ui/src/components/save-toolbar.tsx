import { SaveButton, Toolbar } from 'react-admin';

/** Toolbar with a save button but no delete button, for records that are deleted on a different page. */
export function SaveToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}

import { SaveButton, Toolbar } from 'react-admin';

/** For forms whose record is deleted elsewhere, such as on its own page. */
export function SaveToolbar() {
  return (
    <Toolbar>
      <SaveButton />
    </Toolbar>
  );
}

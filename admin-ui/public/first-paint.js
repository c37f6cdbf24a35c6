// Sets the stored theme before the panel's scripts arrive. Otherwise the page would at first have the system's theme.
const stored = localStorage.getItem('RaStoreLatchkey.theme');
if (stored === '"dark"' || stored === '"light"') {
  document.documentElement.dataset.theme = JSON.parse(stored);
}

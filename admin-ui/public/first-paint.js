// Runs before the panel's scripts arrive: a stored theme that differs from the system's would flash otherwise.
const stored = localStorage.getItem('RaStoreLatchkey.theme');
if (stored === '"dark"' || stored === '"light"') {
  document.documentElement.dataset.theme = JSON.parse(stored);
}

import { useEffect } from 'react';
import { useDefaultTitle } from 'react-admin';

/** Sets the browser tab's title to the page title, which react-admin shows only in the app bar. */
export function useDocumentTitle(): void {
  const panel = useDefaultTitle();
  useEffect(() => {
    const heading = document.getElementById('react-admin-title');
    if (!heading) return;
    const follow = () => {
      const page = heading.textContent.trim();
      document.title = page && page !== panel ? `${page} · ${String(panel)}` : String(panel);
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(heading, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [panel]);
}

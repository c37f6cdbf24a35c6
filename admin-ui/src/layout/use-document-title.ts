import { useEffect } from 'react';
import { useDefaultTitle } from 'react-admin';

/** Sets the title of the browser tab to the page's title, which react-admin itself does not do. */
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

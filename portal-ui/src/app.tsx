import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ApiError, getAccount, getPage, isRefusal, signOut } from './api';
import { AccountView } from './components/account-view';
import { SignIn } from './components/sign-in';
import { chooseLanguage, LANGUAGE_NAMES, rememberLanguage, textsIn } from './texts/language';
import type { Account, Language, Page } from './types';
import { WordsContext } from './words';

/** The customer's page: sign-in, then the card or user. */
export function App() {
  const [page, setPage] = useState<Page>();
  const [fault, setFault] = useState<string>();
  const [account, setAccount] = useState<Account>();
  const [isReady, setReady] = useState(false);
  const [hasEnded, setEnded] = useState(false);
  const [language, setLanguage] = useState<Language>(() => chooseLanguage(['en', 'zh-CN']));
  const t = textsIn(language);
  /** Number of visits that have ended. */
  const visits = useRef(0);

  /** Reads the account after a sign-in or a change. */
  const reload = async () => {
    const visit = visits.current;
    const read = await getAccount(account);
    // The customer may have signed out while the account was read.
    if (visit !== visits.current) return;
    setAccount(read);
    setEnded(false);
  };
  const enter = async () => {
    try {
      await reload();
    } catch (error) {
      // The browser did not send the cookie of the sign-in.
      throw isRefusal(error, 'not_signed_in') ? new ApiError(401, 'no_cookie', {}, error.message) : error;
    }
  };
  const close = () => {
    visits.current++;
    setAccount(undefined);
  };
  const end = () => {
    close();
    setEnded(true);
  };

  useEffect(() => {
    void getPage()
      .then((page) => {
        setPage(page);
        setLanguage(chooseLanguage(page.languages));
        document.title = page.title;
        return reload();
      })
      .catch((error: unknown) => {
        if (!isRefusal(error, 'not_signed_in')) throw error;
      })
      .catch((error: unknown) => setFault(error instanceof ApiError ? error.code : 'unavailable'))
      .then(() => setReady(true));
  }, []);
  useLayoutEffect(() => document.documentElement.setAttribute('lang', language), [language]);
  useEffect(() => {
    if (!account) return undefined;
    const timer = setTimeout(end, account.signedInUntil - account.now);
    return () => clearTimeout(timer);
  }, [account]);

  const leave = async () => {
    await signOut();
    close();
  };

  if (!isReady) return <p class="loading">{t.loading}</p>;
  if (fault || !page)
    return (
      <main class="narrow">
        <p class="message bad" role="alert">
          {t.refusals[fault!] || t.unknownRefusal}
        </p>
      </main>
    );
  return (
    <WordsContext.Provider value={{ t, language }}>
      <header class="top">
        {page.logoUrl && <img class="logo" src={page.logoUrl} alt="" referrerpolicy="no-referrer" />}
        <p class="title">{page.title}</p>
        {page.languages.length > 1 && (
          <select
            aria-label={t.language}
            value={language}
            onChange={(event) => {
              const chosen = event.currentTarget.value as Language;
              rememberLanguage(chosen);
              setLanguage(chosen);
            }}
          >
            {page.languages.map((each) => (
              <option value={each}>{LANGUAGE_NAMES[each]}</option>
            ))}
          </select>
        )}
      </header>
      {account ? (
        <AccountView account={account} reload={reload} end={end} leave={leave} />
      ) : (
        <SignIn hasUsers={page.hasUsers} hasEnded={hasEnded} onSignedIn={enter} />
      )}
      {page.contact && (
        <footer>
          <h2>{t.contact}</h2>
          <p class="lines">{page.contact}</p>
        </footer>
      )}
    </WordsContext.Provider>
  );
}

import type { Account } from '../types';
import { useWords } from '../words';
import { Devices } from './devices';
import { OfflineTicket } from './offline-ticket';
import { Recharge } from './recharge';
import { Sessions } from './sessions';
import { Summary } from './summary';
import { UnbindPassword } from './unbind-password';

export interface AccountProps {
  account: Account;
  /** Reads the account again. */
  reload: () => Promise<void>;
  /** Called when the session has expired. */
  end: () => void;
}

/** The customer's card or user, with the actions that the customer can take. */
export function AccountView({ leave, ...props }: AccountProps & { leave: () => Promise<void> }) {
  const { t } = useWords();
  const { account } = props;
  const { notice, latestVersion, hasUnbindPassword, offlineHours } = account;
  return (
    <main>
      {notice && (
        <section class="panel notice" aria-label={t.notice}>
          <h2>{t.notice}</h2>
          <p class="lines">{notice}</p>
        </section>
      )}
      <div class="columns">
        <div>
          <Summary account={account} leave={leave} />
          <Devices {...props} />
        </div>
        <div>
          <Recharge {...props} />
          <Sessions {...props} />
          {hasUnbindPassword !== null && <UnbindPassword {...props} />}
          {offlineHours > 0 && <OfflineTicket {...props} />}
          {latestVersion && (
            <section class="panel" aria-label={t.latestVersion}>
              <h2>{t.latestVersion}</h2>
              <p>
                <strong>{latestVersion.version}</strong>{' '}
                {/^https?:\/\//i.test(latestVersion.url) && (
                  <a href={latestVersion.url} rel="noopener noreferrer" target="_blank">
                    {t.download}
                  </a>
                )}
              </p>
              {latestVersion.notice && <p class="lines help">{latestVersion.notice}</p>}
            </section>
          )}
        </div>
      </div>
    </main>
  );
}

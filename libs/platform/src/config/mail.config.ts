import { IsOptional, Matches, MaxLength } from 'class-validator';
import { parseMailUrl } from './mail-url.js';
import { SecretSetting, Setting } from './setting.js';
import { Usable } from './usable.js';

/** Emails that the server sends, for example with cards to buyers. Both settings are required. */
export class MailConfig {
  /**
   * Mail server (SMTP), such as `smtps://user:password@smtp.example.com`. `smtps://` begins with TLS (port 465).
   * `smtp://` (port 587) switches to TLS if the server offers STARTTLS. A password is sent only over TLS, unless the
   * mail server runs on this machine.
   */
  @SecretSetting('MAIL_URL')
  @IsOptional()
  @Usable(parseMailUrl)
  url?: string;

  /** Sender of emails, such as `Shop <cards@example.com>`. */
  @Setting('MAIL_FROM')
  @IsOptional()
  @MaxLength(200)
  @Matches(/^(?:[^<>\r\n,;@]+ <[^\s<>,;@]+@[^\s<>,;@]+>|[^\s<>,;@]+@[^\s<>,;@]+)$/, {
    message: 'must be a mail address, such as cards@example.com or Shop <cards@example.com>',
  })
  from?: string;
}

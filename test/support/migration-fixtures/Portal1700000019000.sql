UPDATE applications SET unbind_cooldown_hours = 24, portal_enabled = 1, portal_slug = 'abcdefghij0123456789xy', portal_title = 'Licences', portal_logo_url = 'https://cdn.example.com/logo.png', portal_contact = 'Telegram: @seller', portal_languages = 'zh-CN', portal_short_keys_confirmed = 1 WHERE id = 1;
UPDATE cards SET unbound_at = 1767225600000 WHERE id = 1;
UPDATE users SET unbound_at = 1767225600000 WHERE id = 1;
INSERT INTO portal_sessions (application_id, holder_kind, holder_id, token_hash, credential_hash, created_at, expires_at) VALUES
 (1, 'card', 1, 'portal-token-hash', 'portal-credential-hash', 1767225600000, 1767226500000);

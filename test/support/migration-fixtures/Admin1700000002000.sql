UPDATE applications SET previous_secret_sealed = 'a+7uCcYqFz2M0DBUYOs00h3HW1yS2hsOivi4eeewv0unJYaoyG4wfyq6mMhb0oHqwwvtK+/9kLeKjzJz', previous_secret_until = 1768480000000, row_version = 4 WHERE id = 1;
UPDATE card_types SET key_mask = 'VIP-****', price_note = '¥30' WHERE id = 1;
UPDATE cards SET note = 'of a friend', batch = 'January' WHERE id = 1;
UPDATE users SET note = 'pays late' WHERE id = 1;

INSERT INTO admins (id, email, name, password_hash, role, enabled, totp_secret_sealed, totp_enabled_at, totp_last_step, last_sign_in_at, row_version, created_at, updated_at) VALUES
 (1, 'boss@example.com', 'Boss', '$argon2id$v=19$m=19456,t=2,p=1$Q4dNtJ45RU/VMowu71fPnA$BdDmoc5TfQ7YV7WQnt7BhTLe3YpK7QpsoTN+O2rShHM', 'owner', 1, NULL, NULL, NULL, 1768400000000, 2, 1767225600000, 1768400000000),
 (2, 'help@example.com', 'Help', '$argon2id$v=19$m=19456,t=2,p=1$Q4dNtJ45RU/VMowu71fPnA$BdDmoc5TfQ7YV7WQnt7BhTLe3YpK7QpsoTN+O2rShHM', 'operator', 1, 'orIoQo8rdnJiiV1vujFo+wkEP4dLjy9ylr1OLquy+qukTAVhR+DVWCAAu1df1kDJMSh6LgBnsuO4pYml', 1768000000000, 58933000, NULL, 1, 1767225600000, 1767225600000);

INSERT INTO admin_applications (admin_id, application_id) VALUES (2, 1);
INSERT INTO recovery_codes (id, admin_id, code_hash) VALUES (1, 2, 'jFhTeFE_X3ouFFbuVAQmBf24kDkr7O-t0qsYD9Avs0E');
INSERT INTO admin_sessions (id, admin_id, token_hash, ip, user_agent, created_at, last_seen_at) VALUES
 (1, 1, 'gijORg-xQlue28msncZTzf13_qV3cxNt2bmdcSEw34A', '192.0.2.9', 'Browser', 1768470000000, 1768478000000);

INSERT INTO api_tokens (id, admin_id, name, role, all_applications, token_hash, hint, expires_at, last_used_at, row_version, created_at, updated_at) VALUES
 (1, 1, 'Shop', 'manager', 0, 'oAzzPNRtnvlsHv8z3xycyiCxoCRozXjsaksoh9FkC1E', 'api-tok', NULL, NULL, 1, 1767225600000, 1767225600000);
INSERT INTO api_token_applications (token_id, application_id) VALUES (1, 1);

INSERT INTO audit_log (id, at, actor_kind, actor_id, actor_name, application_id, resource, record_id, record_name, action, `before`, `after`, ip, request_id) VALUES
 (1, 1768000000000, 'admin', 1, 'boss@example.com', 1, 'cards', '4', 'FROZEN', 'freeze', '{"frozen":false}', '{"frozen":true}', '192.0.2.9', 'r-1');

INSERT INTO card_jobs (id, application_id, kind, status, total, progress, input, result, report, error, request_key, created_by, row_version, created_at, started_at, finished_at) VALUES
 (1, 1, 'generate', 'done', 2, 2, '{"cardTypeId":1,"count":2,"mask":"****-****-****-****","alphabet":"23456789ABCDEFGHJKLMNPQRSTUVWXYZ","note":null,"batch":"January"}', '{"created":2,"batch":"January"}', NULL, NULL, 'once', 'boss@example.com', 1, 1768000000000, 1768000000000, 1768000001000),
 (2, 1, 'freeze', 'running', 2, 1, '{"ids":[1,2]}', NULL, NULL, NULL, NULL, 'boss@example.com', 1, 1768478399000, 1768478399000, NULL);

INSERT INTO function_versions (id, function_id, version, source, created_by, created_at) VALUES
 (1, 4, 5, 'function add(a, b) { return a - b; }', 'boss@example.com', 1767900000000),
 (2, 4, 6, 'function add(a, b) { return a + b; }', 'boss@example.com', 1768000000000);
INSERT INTO function_calls (id, function_id, application_id, version, at, ok, duration_ms, heap_bytes, error, console) VALUES
 (1, 4, 1, 6, 1768478000000, 1, 2, 3000000000, NULL, 'hello');

INSERT INTO blocks (id, application_id, kind, pattern, reason, expires_at, row_version, created_at, updated_at) VALUES
 (1, NULL, 'ip', '198.51.100.0/24', 'abuse', NULL, 1, 1768000000000, 1768000000000);

INSERT INTO activity_counts (application_id, hour, event, code, count) VALUES (1, 491243, 'login', 0, 5), (1, 491243, 'refusal', 10218, 2);
INSERT INTO session_samples (application_id, minute, live) VALUES (1, 29474600, 2);
INSERT INTO refusals (id, application_id, at, endpoint, code, name, device_id, ip) VALUES (1, 1, 1768478000000, 'card/login', 10218, 'NONE', 'pc', '192.0.2.1');

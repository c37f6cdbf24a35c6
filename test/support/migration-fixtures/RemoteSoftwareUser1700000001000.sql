INSERT INTO variables (id, application_id, `key`, value, check_rule, card_auth, created_at, updated_at) VALUES
 (1, 1, 'motd', '值', 'md5', 0, 1767225600000, 1767225600000);

INSERT INTO remote_data (id, application_id, scope, owner_id, `key`, value, created_at, updated_at) VALUES
 (1, 1, 'app', 0, 'score', '100', 1767225600000, 1767225600000),
 (2, 1, 'card', 1, 'score', '7', 1767225600000, 1767225600000);

INSERT INTO functions (id, application_id, name, source, version, enabled, timeout_ms, memory_mb, created_at, updated_at) VALUES
 (4, 1, 'add', 'function add(a, b) { return a + b; }', 6, 1, NULL, 16, 1767225600000, 1768000000000);

INSERT INTO software_versions (id, application_id, channel, version, url, notice, released, created_at, updated_at) VALUES
 (1, 1, 'stable', 'v1.2.0', 'https://example.com/1.2.0.zip', 'Faster', 1, 1767225600000, 1767225600000);

INSERT INTO users (id, application_id, card_type_id, username, password_hash, status, frozen, duration_unit, duration_amount, max_sessions, max_devices, unbind_limit, unbinds_used, activated_at, expires_at, config, created_at, updated_at) VALUES
 (1, 1, 1, 'alice', '$argon2id$v=19$m=19456,t=2,p=1$LJlpAwuaxrK/K1dFSQjVzQ$pMUx+VyQQhw0gAANkCSELSnfcBE8TNB+MH0mWpJO+ww', 'activated', 0, 'days', 30, 1, 2, 5, 0, 1768046400000, 1770638400000, NULL, 1768046400000, 1768046400000);

INSERT INTO devices (id, application_id, holder_kind, holder_id, device_id, bound_at) VALUES
 (6, 1, 'user', 1, 'pc', 1768046400000);

INSERT INTO sessions (id, application_id, holder_kind, holder_id, device_id, token_hash, ip, created_at, last_seen_at, ended_at, end_reason) VALUES
 (8, 1, 'user', 1, 'pc', 'XDI7ir5znJEWg0ThlURBjcoPrnGCzEwXsKNJLb1tQZM', '192.0.2.1', 1768478000000, 1768478399000, NULL, NULL);

INSERT INTO server_state (name, value) VALUES ('response_nonce', '1768478460000000');

-- As the first version wrote them: the time is 2026-01-15 12:00 UTC, secrets are sealed with ENCRYPTION_KEY 00 01 … 1f.
INSERT INTO applications (id, app_key, app_secret_sealed, name, enabled, sign_mode, response_signature, clock_leeway_sec, language, time_zone, heartbeat_timeout_sec, hg, multi_open_policy, unbind_policy, unbind_hours, default_unbind_limit, config, notice, revision, created_at, updated_at) VALUES
 (1, 'aaaaaaaaaaaaaaaaaaa1', 'JctikmUQBJG+cUL1IfdZa/Ib4gXj1X9WaDuT/QWuxgG01bwhvzIg7/+ZKqAiBJIOw7YLAVH5R3su+bDj', 'First', 1, 'md5', 0, 0, 'en', 'Asia/Shanghai', 1800, NULL, 'refuse', 'unbind_only', 0, NULL, '{"theme":"dark"}', '公告 😀', 3, 1767225600000, 1768000000000),
 (3, 'bbbbbbbbbbbbbbbbbbb2', '6iQz3fzxoH91E+BX5B1nY6uxbY4w5AGfEh/3s2rIvR2uRmbpk5dPAeuI1yMhdCb/6E9OMMwikPkHOt0D', 'Second', 1, 'hmac-sha256', 1, 5, 'zh-CN', 'UTC', 60, 20, 'kick_oldest', 'deduct_hours', 2, 4, '', '', 1, 1767225600000, 1767225600000);

INSERT INTO card_types (id, application_id, name, duration_unit, duration_amount, max_sessions, max_devices, unbind_limit, created_at, updated_at) VALUES
 (1, 1, 'Month', 'days', 30, 1, 2, 5, 1767225600000, 1767225600000),
 (2, 3, 'Ever', 'permanent', 0, 0, 0, NULL, 1767225600000, 1767225600000);

INSERT INTO cards (id, application_id, card_type_id, card, status, frozen, duration_unit, duration_amount, max_sessions, max_devices, unbind_limit, unbinds_used, activated_at, expires_at, config, unbind_password_hash, unbind_failures, unbind_failures_since, consumed_by_kind, consumed_by_id, consumed_at, created_at, updated_at) VALUES
 (1, 1, 1, 'OPEN', 'activated', 0, 'days', 30, 1, 2, 5, 1, 1768046400000, 1773230400000, '{"a":1}', '$argon2id$v=19$m=19456,t=2,p=1$o6D+FN/cw1PBxHX1FAToXQ$Dp05P+YiH7dgVdcyLqkN4F3rA8lx2MxXjmlV4/w/8A0', 2, 1768478000000, NULL, NULL, NULL, 1767225600000, 1768046400000),
 (2, 1, 1, 'UNUSED', 'unused', 0, 'days', 30, 1, 2, 5, 0, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 1767225600000, 1767225600000),
 (3, 1, 1, 'SPENT', 'consumed', 0, 'days', 30, 1, 2, 5, 0, NULL, NULL, NULL, NULL, 0, NULL, 'card', 1, 1768100000000, 1767225600000, 1768100000000),
 (4, 1, 1, 'FROZEN', 'activated', 1, 'days', 30, 1, 2, NULL, 0, 1768046400000, 1770638400000, NULL, NULL, 0, NULL, NULL, NULL, NULL, 1767225600000, 1768046400000),
 (5, 1, 1, 'EXPIRED', 'activated', 0, 'days', 3, 1, 2, 5, 0, 1767225600000, 1767484800000, NULL, NULL, 0, NULL, NULL, NULL, NULL, 1767225600000, 1767225600000),
 (9, 3, 2, '永久-\\-''"', 'activated', 0, 'permanent', 0, 0, 0, NULL, 0, 1768046400000, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, 1767225600000, 1768046400000);

INSERT INTO devices (id, application_id, holder_kind, holder_id, device_id, bound_at) VALUES
 (1, 1, 'card', 1, 'pc', 1768046400000),
 (2, 1, 'card', 4, 'pc ', 1768046400000),
 (5, 3, 'card', 9, '电脑', 1768046400000);

INSERT INTO sessions (id, application_id, holder_kind, holder_id, device_id, token_hash, ip, created_at, last_seen_at, ended_at, end_reason) VALUES
 (1, 1, 'card', 1, 'pc', 'JWUxr--LmoX2P43eIQgj5GVf4BzBdYnCR1YF-mFgw0I', '192.0.2.1', 1768046400000, 1768050000000, 1768050001000, 'logout'),
 (7, 1, 'card', 1, 'pc', 'WisqDxuPsj3Vl1aH1PvyeKICk3H5RDNf8V19mKSh14s', '2001:db8::1', 1768478000000, 1768478399000, NULL, NULL);

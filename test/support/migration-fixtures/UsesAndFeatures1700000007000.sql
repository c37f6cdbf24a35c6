INSERT INTO card_types (id, application_id, name, duration_unit, duration_amount, max_sessions, max_devices, unbind_limit, uses, uses_period, features, created_at, updated_at) VALUES
 (7, 1, 'Counted', 'permanent', 0, 1, 1, NULL, 100, 'day', '{"export":true}', 1700000000000, 1700000000000);
INSERT INTO cards (id, application_id, card_type_id, card, status, frozen, duration_unit, duration_amount, max_sessions, max_devices, unbind_limit, uses, uses_period, features, unbinds_used, uses_used, uses_counted_at, activated_at, unbind_failures, created_at, updated_at) VALUES
 (7, 1, 7, 'COUNTED-1', 'activated', 0, 'permanent', 0, 1, 1, NULL, 100, 'day', '{"export":true}', 0, 3, 1700000005000, 1700000000000, 0, 1700000000000, 1700000005000);
INSERT INTO consumptions (id, application_id, holder_kind, holder_id, request_id, function_name, params_hash, amount, uses_left, uses_total, resets_at, value, at) VALUES
 (1, 1, 'card', 7, 'r1', NULL, NULL, 2, 98, 100, 1700064000000, NULL, 1700000004000),
 (2, 1, 'card', 7, NULL, 'solve', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 1, 97, 100, 1700064000000, NULL, 1700000005000);

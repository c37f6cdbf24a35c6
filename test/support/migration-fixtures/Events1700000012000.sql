INSERT INTO webhooks (id, name, url, enabled, disabled_reason, types, all_applications, reveal_cards, secret_sealed, previous_secret_sealed, previous_secret_until, paused_until, lease_owner, lease_until, row_version, created_at, updated_at) VALUES
 (1, 'Shop', 'https://shop.example/hooks', 1, NULL, 'card.activated,card.expired', 0, 0, 'a+7uCcYqFz2M0DBUYOs00h3HW1yS2hsOivi4eeewv0unJYaoyG4wfyq6mMhb0oHqwwvtK+/9kLeKjzJz', NULL, NULL, 0, NULL, 0, 2, 1768000000000, 1768100000000),
 (2, 'Ledger', 'https://ledger.example/', 0, 'gone', '*', 1, 1, 'a+7uCcYqFz2M0DBUYOs00h3HW1yS2hsOivi4eeewv0unJYaoyG4wfyq6mMhb0oHqwwvtK+/9kLeKjzJz', NULL, NULL, 0, NULL, 0, 3, 1768000000000, 1768100000000);
INSERT INTO webhook_applications (webhook_id, application_id) VALUES (1, 1);
INSERT INTO events (id, event_id, type, application_id, data, pending, at) VALUES
 (1, 'evt_01kf0000000000000000000001', 'card.activated', 1, '{"kind":"card","id":1}', 0, 1768470000000),
 (2, 'evt_01kf0000000000000000000002', 'backup.failed', NULL, '{"reason":"disk full"}', 0, 1768470001000);
INSERT INTO webhook_deliveries (id, webhook_id, event_id, status, attempts, next_at, last_at, last_status, last_fault, last_answer, created_at) VALUES
 (1, 1, 1, 'delivered', 2, NULL, 1768470006000, 200, NULL, 'ok', 1768470000000),
 (2, 2, 2, 'pending', 1, 1768470306000, 1768470006000, NULL, 'timed_out', NULL, 1768470001000);

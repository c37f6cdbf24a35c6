INSERT INTO notifiers (id, name, enabled, types, all_applications, reveal_cards, paused_until, lease_owner, lease_until, kind, recipient, address, token_sealed, signing_secret_sealed, language, time_zone, quiet_from, quiet_to, mode, digest_hour, failures, recent_attempts, last_at, last_sent, last_answer, row_version, created_at, updated_at) VALUES
 (1, 'Phone', 1, 'order.issued,stock.low', 0, 0, 0, NULL, 0, 'telegram', '-1001234567890', NULL, 'a+7uCcYqFz2M0DBUYOs00h3HW1yS2hsOivi4eeewv0unJYaoyG4wfyq6mMhb0oHqwwvtK+/9kLeKjzJz', NULL, 'zh-CN', 'Asia/Shanghai', '22:00', '08:00', 'instant', 9, 1, '1768470006000', 1768470006000, 0, 'Too Many Requests', 2, 1768000000000, 1768100000000),
 (2, 'Morning', 1, '', 1, 0, 0, NULL, 0, 'email', 'ann@example.com', NULL, NULL, NULL, 'en', 'Europe/Berlin', NULL, NULL, 'daily', 8, 0, '', NULL, NULL, NULL, 1, 1768000000000, 1768000000000);
INSERT INTO notifier_applications (notifier_id, application_id) VALUES (1, 1);
INSERT INTO notifier_messages (id, notifier_id, event_id, digest_day, status, summarized, attempts, next_at, last_at, last_answer, created_at) VALUES
 (1, 1, 1, NULL, 'pending', 0, 1, 1768470036000, 1768470006000, 'Too Many Requests', 1768470000000),
 (2, 2, NULL, '2026-01-14', 'sent', 0, 1, NULL, 1768470006000, NULL, 1768470000000);

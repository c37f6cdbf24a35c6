INSERT INTO day_figures (application_id, day, starts_at, ends_at, activations, refusals, trials, trial_conversions, expired, renewed, active_cards, active_users, month_active_cards, month_active_users) VALUES
 (1, '2026-01-13', 1768233600000, 1768320000000, 2, 3, 1, 0, 4, 2, NULL, NULL, NULL, NULL),
 (1, '2026-01-14', 1768320000000, 1768406400000, 1, 0, 0, 1, 1, 1, 5, 2, 9, 3);
INSERT INTO day_income (application_id, day, channel_id, card_type_id, currency, orders, cards, income, refunds, refunded) VALUES
 (1, '2026-01-14', 1, 1, 'CNY', 1, 1, 3000, 1, 3000),
 (1, '2026-01-14', 0, 1, '', 1, 1, 0, 0, 0),
 (1, '2026-01-14', 1, 7, 'USD', 1, 2, 9007199254740991, 0, 0);
INSERT INTO active_holders (application_id, month, holder_kind, holder_id, days) VALUES
 (1, 202601, 'card', 1, 2147483647),
 (1, 202601, 'user', 1, 1);
INSERT INTO recharges (id, application_id, holder_kind, holder_id, expired_at, at) VALUES
 (1, 1, 'card', 1, 1768400000000, 1768300000000);
INSERT INTO anomalies (id, application_id, day, kind, holder_kind, holder_id, device_id, hour_at, count) VALUES
 (1, 1, '2026-01-14', 'many_devices', 'card', 1, NULL, NULL, 12),
 (2, 1, '2026-01-14', 'shared_device', NULL, NULL, 'D1', NULL, 9),
 (3, 1, '2026-01-14', 'refusal_burst', NULL, NULL, NULL, 1768399200000, 500);

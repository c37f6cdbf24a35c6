INSERT INTO trials (application_id, device_id, ip, started_at, expires_at, count, converted_at, created_at, updated_at) VALUES
 (1, 'trial-1', '127.0.0.1', 1767225600000, 1767229200000, 1, NULL, 1767225600000, 1767225600000),
 (1, 'trial-2', '::1', 1767225600000, 1767229200000, 3, 1767312000000, 1767225600000, 1767312000000);
UPDATE applications SET trial = 'interval', trial_minutes = 30, trial_interval_hours = 168, trials_per_address = 5 WHERE id = 1;
UPDATE variables SET trials = 1 WHERE id = 1;

INSERT INTO data_usage (application_id, scope, owner_id, key_count, byte_count) VALUES
 (1, 'app', 0, 1, 8),
 (1, 'card', 1, 1, 6);

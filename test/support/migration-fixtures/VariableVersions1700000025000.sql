UPDATE variables SET version = 2 WHERE id = 1;
UPDATE variable_versions SET value = 'before' WHERE variable_id = 1 AND version = 1;
INSERT INTO variable_versions (variable_id, version, value, created_by, created_at) VALUES (1, 2, '值', 'Owner', 1767225600000);

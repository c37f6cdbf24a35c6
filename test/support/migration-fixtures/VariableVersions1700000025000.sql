UPDATE variables SET version = 2 WHERE id = 1;
INSERT INTO variable_versions (variable_id, version, value, created_by, created_at) VALUES (1, 1, 'before', '', 1767225600000);
INSERT INTO variable_versions (variable_id, version, value, created_by, created_at) VALUES (1, 2, '值', 'Owner', 1767225600000);

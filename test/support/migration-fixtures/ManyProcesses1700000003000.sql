INSERT INTO server_processes (id, redis) VALUES ('aaaaaaaaaaaaaaaa', 'rrrrrrrrrrrrrrrr');
UPDATE card_jobs SET process_id = 'aaaaaaaaaaaaaaaa' WHERE id = 2;
INSERT INTO server_state (name, value) VALUES ('database_id', 'abcdefghijkl');

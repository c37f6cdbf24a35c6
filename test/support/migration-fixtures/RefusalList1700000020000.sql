INSERT INTO refusals (id, application_id, at, endpoint, code, name, device_id, ip, version) VALUES
 (2, 1, 1768478100000, 'card/login', 10217, 'C1', 'pc', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2.10.0'),
 (3, 1, 1768478100000, 'trial/login', 400, NULL, NULL, '192.0.2.1', NULL);

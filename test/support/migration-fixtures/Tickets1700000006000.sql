UPDATE card_types SET offline_hours = 72 WHERE id = 1;
UPDATE cards SET offline_hours = 72 WHERE id = 1;
INSERT INTO tickets (application_id, holder_kind, holder_id, device_id, jti, issued_at, expires_at) VALUES
 (1, 'card', 1, 'tablet', 'AAECAwQFBgcICQoLDA0ODw', 1768400000000, 1768450000000);

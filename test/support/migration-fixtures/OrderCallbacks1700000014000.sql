INSERT INTO orders (id, application_id, channel_id, external_no, request_key, card_type_id, product, quantity, amount, currency, contact, note, status, body_hash, created_by, refunded_at, row_version, created_at, updated_at) VALUES
 (3, 1, 3, 'DJ-1', NULL, 1, '月卡', 1, 3000, 'CNY', NULL, NULL, 'issued', 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', NULL, NULL, 1, 1768400000000, 1768400000000),
 (4, 1, 3, 'DJ-2', NULL, 1, '月卡', 1, 3000, 'CNY', NULL, NULL, 'issued', 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', NULL, NULL, 1, 1768400000000, 1768400000000);
INSERT INTO order_callbacks (order_id, channel_id, url, attempts, next_at, last_at, last_status, last_fault) VALUES
 (3, 3, 'https://shop.example.com/api/v1/upstream/callback', 1, NULL, 1768400001000, 200, NULL),
 (4, 3, 'https://shop.example.com/api/v1/upstream/callback', 2, 1768400061000, 1768400031000, NULL, 'timed_out');

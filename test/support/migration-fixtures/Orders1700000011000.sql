INSERT INTO channels (id, application_id, name, kind, enabled, key_hash, key_hint, max_per_order, max_per_day, addresses, low_stock, last_used_at, row_version, created_at, updated_at) VALUES
 (1, 1, 'Shop', 'native', 1, 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', 'lkc_123', 10, 500, '192.0.2.0/24,2001:db8::/32', 5, 1768400000000, 2, 1768000000000, 1768000000000);
INSERT INTO channel_products (id, channel_id, card_type_id, name, price, currency, mode, batch, low_since) VALUES
 (1, 1, 1, '月卡', 3000, 'CNY', 'stock', 'January', 1768400000000),
 (2, 1, 7, 'Counted', 9007199254740991, 'USD', 'make', NULL, NULL);
INSERT INTO orders (id, application_id, channel_id, external_no, request_key, card_type_id, product, quantity, amount, currency, contact, note, status, body_hash, created_by, refunded_at, row_version, created_at, updated_at) VALUES
 (1, 1, 1, 'SHOP-1', NULL, 1, '月卡', 1, 3000, 'CNY', 'a@example.com', NULL, 'refunded', 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', NULL, 1768400001000, 2, 1768400000000, 1768400001000),
 (2, 1, NULL, NULL, 'by-hand-1', 1, 'Month', 1, NULL, NULL, NULL, 'paid by transfer', 'issued', 'pmWkWSBCL51Bfkhn79xPuKBKHz__H6B-mY6G9_eieuM', 'boss@example.com', NULL, 1, 1768400000000, 1768400000000);
UPDATE cards SET order_id = 1, issued_at = 1768400000000 WHERE id = 4;
UPDATE cards SET order_id = 2, issued_at = 1768400000000 WHERE id = 2;

UPDATE channels SET refund_mode = 'all', mail_cards = 1, mail_text = '使用方法：打开软件，输入卡密。' WHERE id = 1;
INSERT INTO payments (id, application_id, channel_id, external_no, products, quantity, amount, currency, contact, status, fault, created_at, updated_at) VALUES
 (1, 1, 1, 'pi_3RgRPqEEXQJo9EEO1a43uB5g', 'plink_1RgRPqEEXQJo9EEO', 2, 9007199254740991, 'USD', 'a@example.com', 'failed', 'out_of_stock', 1768400000000, 1768400060000),
 (2, 1, 1, 'SHOP-1', '727,月卡', 1, NULL, NULL, NULL, 'issued', NULL, 1768400000000, 1768400000000);
INSERT INTO order_mails (id, order_id, address, status, attempts, next_at, last_at, last_fault, created_at) VALUES
 (1, 1, 'a@example.com', 'pending', 2, 1768400360000, 1768400060000, 'The mail server cannot be reached: connect ECONNREFUSED', 1768400000000),
 (2, 2, 'b@example.com', 'sent', 1, NULL, 1768400001000, NULL, 1768400000000);

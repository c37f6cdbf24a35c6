INSERT INTO function_call_counts (application_id, hour, function_id, calls, failures) VALUES (1, 472222, 4, 9, 2);

UPDATE server_processes SET database_run = 'db-1:3306:1699999000', seen_at = 1700000000000 WHERE id = 'aaaaaaaaaaaaaaaa';

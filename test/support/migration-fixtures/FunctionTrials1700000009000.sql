UPDATE functions SET cost = 2, require_feature = 'export', trials = 1 WHERE id = 4;

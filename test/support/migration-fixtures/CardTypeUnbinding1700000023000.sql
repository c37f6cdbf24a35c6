UPDATE card_types SET unbind_policy = 'deduct_hours', unbind_hours = 24 WHERE id = 7;

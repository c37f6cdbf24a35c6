UPDATE cards SET search_key = UPPER(card) WHERE card IN ('OPEN', 'UNUSED', 'SPENT', 'FROZEN', 'EXPIRED');
UPDATE cards SET reversed_key = 'NEPO' WHERE card = 'OPEN';
UPDATE cards SET reversed_key = 'DESUNU' WHERE card = 'UNUSED';
UPDATE cards SET search_key = '永久', reversed_key = '久永' WHERE id = 9;

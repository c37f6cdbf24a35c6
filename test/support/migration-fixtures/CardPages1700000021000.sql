UPDATE applications SET card_template = '卡号:{card} 时长:{duration}' WHERE id = 1;

UPDATE software_versions SET forced = 1 WHERE id = 1;

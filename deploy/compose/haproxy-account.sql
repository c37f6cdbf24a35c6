-- The account of the check in deploy/haproxy-galera.cfg. It has no rights.
CREATE USER haproxy@'10.89.73.%';

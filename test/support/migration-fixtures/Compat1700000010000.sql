UPDATE applications SET compat = 'paojiaoyun', compat_hosts = 'api.example.com,[2001:db8::1]:8080' WHERE id = 1;

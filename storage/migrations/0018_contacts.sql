-- The rows of contacts have a phone number or an e-mail address, and the last name.
UPDATE items SET stale = 1 WHERE facts >= 'contact' || char(0) AND facts < 'contact' || char(1);

"""The dashboard: pages and a JSON API over the database and the running arena; changes nothing."""

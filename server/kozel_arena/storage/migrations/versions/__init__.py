"""One file a version; never edited once released."""

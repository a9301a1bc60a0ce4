"""Generated from proto/kozel/v1 by `make proto`; never edited, imported only at the edge."""

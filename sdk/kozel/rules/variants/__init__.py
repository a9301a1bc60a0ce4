"""The built-in rulesets, one small file each; loaded by name in `kozel.rules.ruleset`."""

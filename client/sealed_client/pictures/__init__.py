"""Pictures of a table, drawn without a screen."""

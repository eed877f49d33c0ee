"""What the sentences of each language do: one table a language, found by its code, and the two ways of reading them."""

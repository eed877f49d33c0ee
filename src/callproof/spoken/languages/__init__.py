"""One module a language, each with a `LANGUAGE`; `callproof.spoken.language.language_of` loads them."""

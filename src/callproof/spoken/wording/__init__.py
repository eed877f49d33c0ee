"""The words around the values: which of them count, and which ways of saying a thing are the same."""

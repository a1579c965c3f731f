"""The games: `index.yaml` lists them, each has its recipe, and a module where a recipe cannot say it.

Such a module has `adapt(records)`: it takes (number, row or Unreadable) and gives (number, row or
Unreadable, further records that were joined into this one).
"""

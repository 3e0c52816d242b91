"""How the models are made: the only code that imports torch or ultralytics."""

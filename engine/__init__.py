"""The game, no pictures: tiles, hands, rule sets, scores and advice."""

"""American mahjong with a yearly card (rule set ``american``)."""

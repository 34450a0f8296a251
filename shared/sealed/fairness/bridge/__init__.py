"""Where the rules meet the protocol: zones and their numbers, what is due, which card acts a move needs."""

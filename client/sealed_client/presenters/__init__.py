"""From a state to what a player sees: plain lines and drawing instructions, without any toolkit."""

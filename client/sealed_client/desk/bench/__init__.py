"""What the product costs, each figure beside a floor that is measured in the same run.

A module for each measurement, loaded when it is run; `measure(effort)` returns its figures. Rates and costs
of computing are CPU time, latencies are wall time. Floor and product take turns, round by round, and the
figure is the median of the rounds' ratios, so that other work on the machine weighs on both alike.
"""

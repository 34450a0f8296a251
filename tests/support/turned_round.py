"""Scenarios with one of their claims turned round; each of them has to fail at that claim."""

from copy import deepcopy


def other(value, choices):
    """Return the first of some choices that is not the value."""
    return next(choice for choice in choices if choice != value)


def turned_steps(step, colours, inversions):
    """Yield the step with each of its claims turned round; `inversions(key, value)` turns an expectation."""
    if "expect" in step:
        for key, value in step["expect"].items():
            yield from ({"expect": wrong} for wrong in inversions(key, value))
    if "refuse" in step:
        by = {"by": step["by"]} if "by" in step else {}
        if not by:
            yield {"do": step["refuse"]}
        yield {"refuse": step["refuse"], "code": other(step["code"], ("over", "chance-due")), **by}
    if "do" in step:
        yield {"refuse": step["do"], "code": "not-now"}
        if "by" in step:
            yield {"do": step["do"], "by": other(step["by"], colours)}


def turned_round(document, colours, inversions):
    """Yield the document cut after each claim, with this claim turned round; its number and it go before."""
    for number, step in enumerate(document["step"]):
        for wrong in turned_steps(step, colours, inversions):
            copy = deepcopy(document)
            copy["step"] = [*copy["step"][:number], wrong, {"expect": {"round": 0}}]
            yield number + 1, wrong, copy

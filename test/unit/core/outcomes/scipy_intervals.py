"""Intervals by SciPy, to which those of the service are compared: python scipy_intervals.py > scipy-intervals.json"""

import json
import random

import scipy
from scipy import stats

random.seed(20261129)


def sample(n, low, high):
    return [round(random.uniform(low, high), 3) for _ in range(n)]


pairs = [
    ([0.5, 0.7], [0.9, 0.2]),
    ([0.2, 0.4, 0.9], sample(40, 0.6, 1.0)),
    (sample(20, 0.2, 0.6), sample(20, 0.5, 0.9)),
    (sample(20, 0.5, 0.9), sample(25, 0.2, 0.6)),
    (sample(30, 0.4, 0.8), sample(30, 0.4, 0.8)),
    (sample(5, 0.0, 1.0), sample(300, 0.45, 0.55)),
    ([0.0] * 10 + [1.0] * 15, [0.0] * 4 + [1.0] * 26),
    (sample(1000, 0.0, 1.0), sample(2000, 0.02, 1.0)),
]


def mean_interval(scores):
    return list(stats.t.interval(0.95, len(scores) - 1, loc=stats.tmean(scores), scale=stats.sem(scores)))


cases = []
for a, b in pairs:
    # ttest_ind takes the first minus the second.
    welch = stats.ttest_ind(b, a, equal_var=False).confidence_interval(0.95)
    cases.append(
        {
            "a": a,
            "b": b,
            "a_interval": mean_interval(a),
            "b_interval": mean_interval(b),
            "difference_interval": [welch.low, welch.high],
        }
    )
command = "python test/unit/core/outcomes/scipy_intervals.py > test/unit/core/outcomes/scipy-intervals.json"
print(json.dumps({"made_by": f"{command} (SciPy {scipy.__version__})", "cases": cases}, default=float))

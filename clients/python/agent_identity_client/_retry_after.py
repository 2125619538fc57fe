from __future__ import annotations

import math
import time
from email.utils import parsedate_to_datetime

#: The longest wait that the service may ask for before a request is sent again, in seconds.
LONGEST_WAIT = 60.0


def retry_after(header: str | None) -> float | None:
    """How long the service asks to wait, in seconds: ``Retry-After`` holds seconds, or a date."""
    if not header:
        return None
    try:
        seconds = float(header)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(header).timestamp() - time.time()
        except ValueError:
            return None
    return min(max(seconds, 0.0), LONGEST_WAIT) if math.isfinite(seconds) else None

"""The job with Python's csv module and the same checks: `python3 with_csv.py IN OUT`."""

import csv
import json
import re
import sys
from datetime import datetime, timezone
from functools import lru_cache
from zoneinfo import ZoneInfo

STATUS = {"Active": True, "Inactive": False, "On leave": True}
EMAIL = re.compile(
    r"^(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$"
)
BERLIN = ZoneInfo("Europe/Berlin")


@lru_cache(maxsize=10_000)
def utc(local):
    moment = datetime.strptime(local, "%d.%m.%Y %H:%M").replace(tzinfo=BERLIN)
    return moment.astimezone(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.000Z")


seen = set()
with open(sys.argv[1], encoding="utf-8", newline="") as source, open(sys.argv[2], "w", encoding="utf-8") as out:
    for row in csv.DictReader(source):
        key = row["Employee"]
        email = row["Email"].lower()
        if not key or key in seen:
            raise ValueError(f"twice: {key}")
        seen.add(key)
        if not EMAIL.match(email):
            raise ValueError(f"no email address: {key}")
        record = {
            "external_id": key,
            "updated_at": utc(row["Changed"]),
            "name": f"{row['First']} {row['Last']}",
            "email_address": email,
            "is_active": STATUS[row["Status"]],
        }
        out.write(json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n")

"""The job as one DuckDB statement and the same checks: `python3 with_duckdb.py IN OUT [--ordered]`. DuckDB is installed apart."""

import sys

import duckdb

EMAIL = r"(?:[A-Za-z0-9_'+\-]+\.)*[A-Za-z0-9_'+\-]*[A-Za-z0-9_+-]@(?:[A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}"
db = duckdb.connect()
db.execute("SET TimeZone = 'Europe/Berlin'")
db.execute("SET preserve_insertion_order = true")
db.execute(
    """CREATE TABLE made AS SELECT Employee AS external_id,
         strftime(CAST(strptime(Changed, '%d.%m.%Y %H:%M') AS TIMESTAMPTZ) AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')
           AS updated_at,
         First || ' ' || Last AS name, lower(Email) AS email_address,
         CASE Status WHEN 'Active' THEN true WHEN 'Inactive' THEN false WHEN 'On leave' THEN true END AS is_active
       FROM read_csv($file, all_varchar = true, header = true)""",
    {"file": sys.argv[1]},
)
wrong = db.execute(
    "SELECT count(*) - count(DISTINCT external_id), count(*) FILTER (NOT regexp_full_match(email_address, $email)),"
    " count(*) FILTER (is_active IS NULL) FROM made",
    {"email": EMAIL},
).fetchone()
if wrong != (0, 0, 0):
    raise ValueError(wrong)
made = "(SELECT * FROM made ORDER BY external_id)" if "--ordered" in sys.argv else "made"
db.execute(f"COPY {made} TO '{sys.argv[2]}' (FORMAT JSON)")

/** Questions of operators, each with the one query that answers it on SQLite and PostgreSQL. A test runs all of them. */

export interface Question {
  readonly title: string;
  readonly sql: string;
}

export const questions: readonly Question[] = [
  {
    title: "Which deliveries are held, since when, and why, and what is served in the meantime?",
    sql: `select feeds.name as feed, deliveries.name as file, substr(deliveries.sha256, 1, 12) as delivery,
  deliveries.status_at as since, deliveries.rows_read, log_guards.guard, log_guards.found,
  log_guards.compared_with, log_guards.minimum, log_guards.maximum, log_guards.sentence,
  feeds.number as served_version, publications.at as served_since, publications.records as served_records
from deliveries
join feeds on feeds.id = deliveries.feed
left join publications on publications.feed = feeds.id and publications.number = feeds.number
left join log_guards on log_guards.feed = deliveries.feed and log_guards.n = deliveries.reason_position
where deliveries.status = 'HELD'
order by since, feed, log_guards.place;`,
  },
  {
    title: "Which deliveries were held this month, by how much, and who decided?",
    sql: `with holds as (
  select feed, delivery, min(n) as n, decided from (
    select feed, delivery, n, (select min(later.n) from log as later
      where later.feed = log.feed and later.delivery = log.delivery and later.n > log.n
        and later.state not in
          ('RECEIVED', 'REPLAYED', 'HELD', 'READ', 'VALIDATED', 'CRASHED', 'RETRY', 'ACKED')) as decided
    from log where state = 'HELD') as steps
  group by feed, delivery, decided)
select feeds.name as feed, deliveries.name as file, held.at as held_at, log_guards.guard, log_guards.found,
  log_guards.compared_with, log_guards.minimum, log_guards.maximum, log_guards.sentence as held_because,
  decision.state as decision, decision.at as decided_at, decision.person, decision.reason as decided_because
from holds
join feeds on feeds.id = holds.feed
join log as held on held.feed = holds.feed and held.n = holds.n
left join log_guards on log_guards.feed = holds.feed and log_guards.n = holds.n
left join deliveries on deliveries.feed = holds.feed and deliveries.sha256 = holds.delivery
left join log as decision on decision.feed = holds.feed and decision.n = holds.decided
where substr(held.at, 1, 7) = substr(cast(current_date as text), 1, 7)
order by held_at, feed, file, log_guards.place;`,
  },
  {
    title: "Which guards held deliveries this month, and what was decided?",
    sql: `select feeds.name as feed, log_guards.guard,
  count(distinct case when log.state = 'HELD' then log.delivery end) as held,
  count(distinct case when log.state = 'RELEASED' then log.delivery end) as approved,
  count(distinct case when log.state = 'REJECTED' then log.delivery end) as rejected,
  count(distinct case when deliveries.status = 'SUPERSEDED' then log.delivery end) as superseded,
  count(distinct case when deliveries.status = 'HELD' then log.delivery end) as still_held
from log_guards
join log on log.feed = log_guards.feed and log.n = log_guards.n
join feeds on feeds.id = log.feed
left join deliveries on deliveries.feed = log.feed and deliveries.sha256 = log.delivery
where substr(log.at, 1, 7) = substr(cast(current_date as text), 1, 7)
group by feeds.name, log_guards.guard
order by held desc, feed, guard;`,
  },
  {
    title: "Why does a delivery have its status?",
    sql: `select feeds.name as feed, deliveries.name as file, deliveries.status, deliveries.status_at as since,
  coalesce(log_guards.sentence, decision.reason) as reason, deliveries.rejected_by, deliveries.retrying_since,
  retry.reason as retrying_reason, deliveries.number as version
from deliveries
join feeds on feeds.id = deliveries.feed
left join log as decision on decision.feed = deliveries.feed and decision.n = deliveries.reason_position
left join log_guards on log_guards.feed = decision.feed and log_guards.n = decision.n and decision.state = 'HELD'
left join log as retry on retry.feed = deliveries.feed and retry.n = deliveries.retrying_position
where deliveries.name like '%staff%'
order by deliveries.position desc, log_guards.place;`,
  },
  {
    title: "What happened to a delivery?",
    sql: `select log.at, log.state, coalesce(log.reason, log_guards.sentence) as reason, log.person,
  log.number as version
from log
join feeds on feeds.id = log.feed
left join log_guards on log_guards.feed = log.feed and log_guards.n = log.n and log.state = 'HELD'
where feeds.name = 'acme/staff' and log.delivery like '0123456789ab%'
order by log.n, log_guards.place;`,
  },
  {
    title: "Which deliveries are not processed yet, and why?",
    sql: `select feeds.name as feed, deliveries.name as file, deliveries.status, deliveries.received_at,
  coalesce(retry.reason, decision.reason, 'The feed is paused: ' || pause.reason,
    case when exists (select 1 from deliveries as blocking where blocking.feed = deliveries.feed
      and blocking.status in ('HELD', 'WAITING'))
    then 'If this file is a delta, it waits for the held or waiting delta before it. Otherwise, the next run will process it.'
    else 'The next run will process it.' end) as reason
from deliveries
join feeds on feeds.id = deliveries.feed
left join log as decision on decision.feed = deliveries.feed and decision.n = deliveries.reason_position
left join log as retry on retry.feed = deliveries.feed and retry.n = deliveries.retrying_position
left join log as pause on pause.feed = deliveries.feed and pause.n = feeds.paused_position
where deliveries.status in ('RECEIVED', 'WAITING')
order by deliveries.received_at;`,
  },
  {
    title: "Which files at the sources have not been received, and why?",
    sql: `select source, name as file, kind, reason, since
from unprocessed_files
order by source, since, file;`,
  },
  {
    title: "What is failing, and since when?",
    sql: `select faults.since, faults.place, faults.feed_name as feed, faults.kind, faults.subject, faults.sentence,
  faults.next_step, fault_files.file, faults.shown_from
from faults
left join fault_files on fault_files.feed_name = faults.feed_name and fault_files.kind = faults.kind
  and fault_files.subject = faults.subject
order by faults.since, faults.place, feed, fault_files.file;`,
  },
  {
    title: "Which outputs do not contain the current version, and since when?",
    sql: `select outputs.output, feeds.name as feed, outputs.worker, outputs.number as version,
  feeds.number as current_version, outputs.written_at, (
    select min(publications.at) from publications
    where publications.feed = feeds.id and publications.number > coalesce(outputs.number, 0)) as since,
  faults.sentence as reason
from outputs
join feeds on feeds.id = outputs.feed
left join faults on faults.feed_name = feeds.name and faults.kind = 'output' and faults.subject = outputs.output
where outputs.number is null or outputs.number < feeds.number
order by since, outputs.output, feed;`,
  },
  {
    title: "Which access keys, tokens and client secrets expire next?",
    sql: `select expires_at, kind, account, name, id
from credentials
where revoked_at is null and expires_at >= cast(current_date as text)
order by expires_at;`,
  },
  {
    title: "When did each file of this month arrive, and what happened to it?",
    sql: `with arrived as (
  select feed, delivery, at, max(name) as name, max(n) as n, lead(min(n)) over (partition by feed, delivery order by min(n)) as next
  from log where state = 'RECEIVED' group by feed, delivery, at)
select arrived.at as arrived_at, feeds.name as feed, arrived.name as file,
  substr(arrived.delivery, 1, 12) as delivery, coalesce((
    select log.state from log
    where log.feed = arrived.feed and log.delivery = arrived.delivery and log.n > arrived.n
      and (arrived.next is null or log.n < arrived.next)
      and log.state not in ('READ', 'VALIDATED', 'CRASHED', 'RETRY', 'ACKED')
    order by log.n desc limit 1), 'RECEIVED') as outcome
from arrived
join feeds on feeds.id = arrived.feed
where substr(arrived.at, 1, 7) = substr(cast(current_date as text), 1, 7)
order by arrived_at, file;`,
  },
  {
    title: "How many files and rows arrived each day, by feed?",
    sql: `with arrived as (
  select feed, delivery, at from log where state = 'RECEIVED' group by feed, delivery, at)
select substr(arrived.at, 1, 10) as day, feeds.name as feed, count(*) as files,
  sum(deliveries.rows_read) as rows_read, sum(deliveries.rejected) as rejected
from arrived
join feeds on feeds.id = arrived.feed
left join deliveries on deliveries.feed = arrived.feed and deliveries.sha256 = arrived.delivery
group by substr(arrived.at, 1, 10), feeds.name
order by day, feed;`,
  },
  {
    title: "Which feeds have not accepted a delivery today?",
    sql: `select feeds.name as feed, feeds.confirmed_at, feeds.last_published_at, pause.reason as paused_reason
from feeds
left join log as pause on pause.feed = feeds.id and pause.n = feeds.paused_position
where not exists (select 1 from log where log.feed = feeds.id
  and log.state in ('PUBLISHED', 'UNCHANGED') and substr(log.at, 1, 10) = cast(current_date as text))
order by coalesce(confirmed_at, ''), feed;`,
  },
  {
    title: "What does each feed serve?",
    sql: `select feeds.name as feed, feeds.number as version, publications.at as published_at, feeds.paused_to,
  pause.at as paused_since, coalesce(publications.records, 0) as records, deliveries.name as file
from feeds
left join log as pause on pause.feed = feeds.id and pause.n = feeds.paused_position
left join publications on publications.feed = feeds.id and publications.number = feeds.number
left join deliveries on deliveries.feed = feeds.id and deliveries.sha256 = publications.delivery
order by feed;`,
  },
  {
    title: "Which accepted files have rows that could not be used?",
    sql: `select feeds.name as feed, deliveries.name as file, deliveries.status_at, deliveries.rows_read,
  deliveries.rejected, deliveries.pending_reference
from deliveries
join feeds on feeds.id = deliveries.feed
where deliveries.status in ('PUBLISHED', 'UNCHANGED') and deliveries.rejected > 0
order by deliveries.rejected desc, feed;`,
  },
  {
    title: "What did people decide, and why?",
    sql: `select log.at, feeds.name as feed, log.state, substr(log.delivery, 1, 12) as delivery,
  log.number as version, log.person, log.reason
from log
join feeds on feeds.id = log.feed
where log.person is not null
order by log.at;`,
  },
  {
    title: "What happened to a record?",
    sql: `select publications.at, changes.number as version, changes.kind, changes.fields, changes.before, changes.after
from changes
join feeds on feeds.id = changes.feed
join publications on publications.feed = changes.feed and publications.number = changes.number
where feeds.name = 'acme/staff' and changes.id = '001'
order by changes.number;`,
  },
  {
    title: "Which invoices does the FFS not have yet?",
    sql: `select account, number, creditor, state, attempt, file_name, since as since_in_milliseconds
from outbox
where state not in ('IMPORTED', 'WITHDRAWN')
order by since;`,
  },
];

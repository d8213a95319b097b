import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/*
 * Every metric of the shop, once: name, help and labels. Labels are words of ours (never a user's), and the metrics of requests are bounded
 * by `measure-requests.ts`, so that there are at most 2,000 series. Areas count through `count-events.ts`.
 */

/** All metrics, as `GET /metrics` serves them. */
export const registry = new Registry()

const registers = [registry]
const counter = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
  new Counter({ name: `reflute_${name}`, help, labelNames, registers })
const gauge = <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
  new Gauge({ name: `reflute_${name}`, help, labelNames, registers })
const histogram = <Label extends string = never>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
  new Histogram({ name: `reflute_${name}_seconds`, help, buckets, labelNames, registers })

/** Requests and answers. */
export const http = {
  requests: counter('http_requests_total', 'Answered requests by route template, method and class of status', [
    'route',
    'method',
    'status',
  ]),
  seconds: histogram('http_request', 'Time from request to answer', [0.005, 0.02, 0.1, 0.3, 1, 3, 10], ['route', 'method']),
  inFlight: gauge('http_in_flight', 'Requests that are being answered'),
  answers: counter('answers_total', 'Successful reads by source: memory, fresh, or not_modified (304)', ['source']),
  limited: counter('limited_total', 'Requests refused with 429, by limit', ['limit']),
}

/** The process and its machine. */
export const machine = {
  eventLoopLag: histogram('event_loop_lag', 'Delay of a timer, as work on the main thread causes it', [0.005, 0.02, 0.1, 0.3, 1, 3]),
  diskFree: gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR'),
  diskSize: gauge('disk_size_bytes', 'Size of the disk of DATA_DIR'),
  diskWritable: gauge('disk_writable', '1 while DATA_DIR takes writes, else 0'),
  backupAge: gauge('backup_age_seconds', 'Age of the newest backup; no series until one was made'),
  up: gauge('up_info', 'Always 1, with the version of the shop', ['version']),
}

/** The database, by pool: `primary`, `read` or `embedded`. */
export const database = {
  connections: gauge('db_connections', 'Connections of a pool by state; waiting: work without one', ['pool', 'state']),
  seconds: histogram('db_query', 'Time of a statement', [0.001, 0.005, 0.025, 0.1, 0.5, 2, 10], ['pool']),
  errors: counter('db_connection_errors_total', 'Connections that were lost or could not be made', ['pool']),
  retries: counter('db_retries_total', 'Transactions that were run again after a deadlock, a conflict or a taken number', ['pool']),
  replicaLag: gauge('db_replica_lag_seconds', 'Time by which a replica is behind; no series without replicas', ['pool']),
}

/** Work in the background. Those with a gauge are read by one server and shown by all: take their maximum over servers. */
export const work = {
  jobs: counter('jobs_total', 'Runs of background jobs', ['kind', 'outcome']),
  jobSeconds: histogram('job', 'Time of a run of a background job', [0.1, 1, 10, 60, 600, 3600], ['kind']),
  jobsWaiting: gauge('jobs_waiting', 'Background jobs that are due and wait', ['kind']),
  jobOldest: gauge('job_oldest_seconds', 'Time for which the background job that waits longest has been due', ['kind']),
  outboxWaiting: gauge('outbox_waiting', 'Messages of the outbox that are due and wait, those between two attempts included', ['kind']),
  outboxOldest: gauge('outbox_oldest_seconds', 'Time for which the message that waits longest has been due, failed attempts included', [
    'kind',
  ]),
  outboxDead: gauge('outbox_dead', 'Messages of the outbox that are tried no more', ['kind']),
  mails: counter('mails_total', 'Attempts to send an email', ['outcome']),
}

/** Orders and money, counted after the commit. Amounts are cents of the currency. */
export const money = {
  orders: counter('orders_total', 'Orders placed: card (once paid), later, phone or quote', ['method', 'currency']),
  cents: counter('money_cents_total', 'Money in cents: ordered, paid, refunded, paid_out or disputed', ['what', 'currency']),
  payments: counter('payments_total', 'Steps of incoming payments', ['outcome']),
  webhooks: counter('webhooks_total', 'Events of the payment provider', ['type', 'outcome']),
  holdsOpen: gauge('holds_open', 'Card orders whose stock is reserved'),
  holdsOverdue: gauge('holds_overdue', 'Reservations that have ended and still hold stock'),
  ledgerDisagreements: gauge('ledger_disagreements', 'Differences that `npm run ledger` would print'),
  auditUnsealed: gauge('audit_unsealed', 'Audit entries that should be sealed and are not'),
}

/** Signing in. */
export const access = {
  logins: counter('logins_total', 'Attempts to sign in', ['outcome']),
  stepUps: counter('step_ups_total', 'Attempts to confirm a password for a protected call', ['outcome']),
}

/** Files of the shop. */
export const files = {
  uploads: counter('uploads_total', 'Forms with pictures', ['outcome']),
  seconds: histogram('files', 'Time of an operation on stored files', [0.005, 0.02, 0.1, 0.5, 2, 10], ['driver', 'operation']),
}

// a gauge without labels begins with 0, which would say that a backup was made just now
machine.backupAge.remove()
money.auditUnsealed.remove()

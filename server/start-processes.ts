import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { isMetricsMessage, type MetricsMessage, type MetricsValues } from './platform/metrics/metrics-messages.ts'

/* WEB_CONCURRENCY: this process listens and starts others, which serve the shop as servers of their own do: each with its connections, jobs and memory. */

/** Longest pause before a process that ended is started again, and the first, which doubles while processes end young. */
const LONGEST_PAUSE_MS = 30_000
const FIRST_PAUSE_MS = 500
/** Age at which a process has not ended young. */
const GROWN_MS = 10_000
/** Time in which the processes tell their metrics. */
const TELL_MS = 2000

const say = (line: string) => process.stdout.write(`${line}\n`)

let gathered = 0

/** Answers a process that asks for the metrics of all; one that does not tell its own in time is left out. */
function gather(asking: Worker, id: number): void {
  const all: MetricsValues[] = []
  const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected())
  const open = new Set(workers)
  const end = () => {
    clearTimeout(timer)
    cluster.off('message', onMessage)
    cluster.off('exit', onExit)
    if (asking.isConnected()) asking.send({ about: 'metrics', kind: 'gathered', id, all } satisfies MetricsMessage)
  }
  const close = (worker: Worker) => {
    if (open.delete(worker) && open.size === 0) end()
  }
  const onMessage = (worker: Worker, message: unknown) => {
    if (!isMetricsMessage(message) || message.kind !== 'answered' || message.id !== key) return
    if (message.values && open.has(worker)) all.push(message.values)
    close(worker)
  }
  const onExit = (worker: Worker) => close(worker)
  const key = ++gathered
  const timer = setTimeout(end, TELL_MS)
  cluster.on('message', onMessage)
  cluster.on('exit', onExit)
  for (const worker of workers) worker?.send({ about: 'metrics', kind: 'tell', id: key } satisfies MetricsMessage)
}

/**
 * Starts `count` processes and keeps so many running until a signal stops them all. The first is alone until it listens, so that it alone migrates and
 * fills the shop; if it does not come so far, this process ends with its exit code.
 */
export async function startProcesses(count: number): Promise<void> {
  cluster.setupPrimary({ exec: fileURLToPath(new URL('./main.ts', import.meta.url)) })
  let isStopping = false
  let isServed = false
  let pause = FIRST_PAUSE_MS

  const start = () => {
    const startedAt = performance.now()
    const worker = cluster.fork()
    worker.once('exit', async (code, signal) => {
      if (isStopping) return
      if (!isServed) process.exit(code || 1)
      process.stderr.write(`A process of the shop ended (${signal ?? `code ${code}`}) and is being restarted.\n`)
      pause = performance.now() - startedAt < GROWN_MS ? Math.min(2 * pause, LONGEST_PAUSE_MS) : FIRST_PAUSE_MS
      await wait(pause)
      if (!isStopping) start()
    })
    return worker
  }

  const stop = () => {
    isStopping = true
    const workers = Object.values(cluster.workers ?? {})
    for (const worker of workers) worker?.process.kill('SIGTERM')
    if (workers.length === 0) process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  cluster.on('exit', () => {
    if (isStopping && Object.keys(cluster.workers ?? {}).length === 0) process.exit(0)
  })
  cluster.on('message', (worker, message) => {
    if (isMetricsMessage(message) && message.kind === 'gather') gather(worker, message.id)
  })

  const first = start()
  await new Promise<void>((resolve) => first.once('listening', () => resolve()))
  isServed = true
  for (let number = 1; number < count; number += 1) start()
  say(`${count} processes serve the shop`)
}

import { execFile, spawnSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Drilled, runDrill } from './drill/drill-shop.ts'

/*
 * `npm run drill -- failover`: runs the shop on three PostgreSQL servers with Patroni, etcd and HAProxy (scripts/failover.sh), lets four
 * buyers order, and kills the primary with its Patroni, three times; then makes another one the primary as planned. No acknowledged order
 * may be lost. The last line is the summary. It is skipped where Patroni, etcd, HAProxy or PostgreSQL is not installed (Debian: patroni,
 * etcd-server, python3-etcd, haproxy, postgresql-15).
 */

const SCRIPT = join(import.meta.dirname, 'failover.sh')
const ROUNDS = 3
const CALM_MS = 20_000
const ROUND_MS = 80_000
/** `ttl` of ops/ha/patroni.yml and 10 s. */
const LONGEST_KILL_S = 30
const LONGEST_SWITCH_S = 10
/** Bounds for a busy machine; in calm it is not ready within 3 s and ready again within 2 s. */
const NOT_READY_WITHIN_S = 10
const READY_WITHIN_S = 10
const NO_ANSWER_MS = 10_000
const LOOK_EVERY_MS = 50
const FIRST_PORT = Number(process.env.FAILOVER_PORT ?? 5200)
/** Ports of Patroni on the three servers. */
const APIS = [21, 22, 23].map((n) => FIRST_PORT + n)
const say = (line: string) => process.stdout.write(`${line}\n`)
const secondsSince = (from: number, to = performance.now()) => Number(((to - from) / 1000).toFixed(1))

function skip(why: string): never {
  say(`skipped: ${why}\n0 passed, 0 failed, 1 skipped`)
  process.exit(0)
}

const run = promisify(execFile)

/** Runs scripts/failover.sh. @returns what it printed. @throws Error if it fails */
const failover = async (action: 'start' | 'kill' | 'switch' | 'stop'): Promise<string> => (await run('sh', [SCRIPT, action])).stdout

const statusOf = (url: string) =>
  fetch(url, { method: 'GET', signal: AbortSignal.timeout(NO_ANSWER_MS) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

/** Follows health and primary from outside, each by itself: what hangs does not hold the others. */
class Watch {
  readonly times: Record<'notReady' | 'newPrimary' | 'ready', number | null> = { notReady: null, newPrimary: null, ready: null }
  readonly faults: string[] = []
  #runs = true
  readonly #done: Promise<unknown>

  /** @param gone port of Patroni beside the primary that goes */
  constructor(origin: string, gone: number) {
    const others = APIS.filter((port) => port !== gone)
    this.#done = Promise.all([
      this.#repeat(async () => {
        const status = await statusOf(`${origin}/api/health/live`)
        if (status !== 200) this.faults.push(`/api/health/live was ${status}`)
      }),
      this.#repeat(async () => {
        const status = await statusOf(`${origin}/api/health/ready`)
        if (status === 503) this.times.notReady ??= performance.now()
        else if (status !== 200) this.faults.push(`/api/health/ready was ${status}`)
        else if (this.times.newPrimary) this.times.ready ??= performance.now()
      }),
      ...others.map((port) =>
        this.#repeat(async () => {
          if ((await statusOf(`http://127.0.0.1:${port}/primary`)) === 200) this.times.newPrimary ??= performance.now()
        }),
      ),
    ])
  }

  async #repeat(look: () => Promise<void>): Promise<void> {
    while (this.#runs) {
      await look()
      await wait(LOOK_EVERY_MS)
    }
  }

  async stop(): Promise<void> {
    this.#runs = false
    await this.#done
  }
}

async function portOfPrimary(): Promise<number> {
  for (const port of APIS) if ((await statusOf(`http://127.0.0.1:${port}/primary`)) === 200) return port
  throw new Error('there is no primary')
}

/** Lets the buyers order for a while, takes the primary away, and waits until all three servers are there again. */
async function round(action: 'kill' | 'switch', name: string, { shops, load, fault }: Drilled): Promise<void> {
  const begunAt = performance.now()
  const refusedBefore = load.report.statuses.get(503) ?? 0
  const orders = load.report.times.length
  await wait(CALM_MS)
  const watch = new Watch(shops[0]?.origin ?? '', await portOfPrimary())
  const takenAt = performance.now()
  await failover(action)
  await load.orders(1, 90)
  await load.orders(20)
  await failover('start')
  await wait(Math.max(0, ROUND_MS - (performance.now() - begunAt)))
  await watch.stop()
  const { notReady, newPrimary, ready } = watch.times
  const times = load.report.times.filter((time) => time > begunAt)
  const gap = Math.max(...times.map((time, at) => time - (times[at - 1] ?? time))) / 1000
  say(
    `${name}: ${load.report.times.length - orders} orders, ${(load.report.statuses.get(503) ?? 0) - refusedBefore} × 503, ${gap.toFixed(1)} s without an order; ` +
      `not ready after ${notReady ? secondsSince(takenAt, notReady) : '-'} s, new primary after ${newPrimary ? secondsSince(takenAt, newPrimary) : '-'} s, ` +
      `ready ${newPrimary && ready ? secondsSince(newPrimary, ready) : '-'} s later, load ${loadavg()[0]?.toFixed(1)}`,
  )
  const longest = action === 'kill' ? LONGEST_KILL_S : LONGEST_SWITCH_S
  if (gap > longest) fault(`${name}: ${gap.toFixed(1)} s without an order`)
  for (const text of new Set(watch.faults)) fault(`${name}: ${text}`)
  if (!newPrimary || !ready) fault(`${name}: no new primary, or not ready`)
  else if (secondsSince(newPrimary, ready) > READY_WITHIN_S)
    fault(`${name}: ready ${secondsSince(newPrimary, ready)} s after the new primary`)
  if (action === 'kill' && (!notReady || secondsSince(takenAt, notReady) > NOT_READY_WITHIN_S))
    fault(`${name}: still ready without a primary`)
}

for (const program of ['patroni', 'patronictl', 'etcd', 'haproxy', 'curl', 'setpriv'])
  if (spawnSync('sh', ['-c', `command -v ${program}`]).status !== 0) skip(`${program} is not installed`)
if (spawnSync('sh', ['-c', 'ls /usr/lib/postgresql/*/bin/initdb']).status !== 0) skip('PostgreSQL is not installed')

try {
  const printed = await failover('start')
  const addressOf = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(printed)?.[1] ?? ''
  const settings = { DATABASE_READ_URL: addressOf('DATABASE_READ_URL') }
  const finding = await runDrill('failover', { kind: 'postgres', url: addressOf('DATABASE_URL'), settings }, async (drilled) => {
    for (let n = 1; n <= ROUNDS; n += 1) await round('kill', `kill ${n}`, drilled)
    await round('switch', 'switchover', drilled)
    for (const [status, count] of drilled.load.report.statuses) if (status !== 503) drilled.fault(`${count} answers were ${status}`)
  })
  const { acknowledged, lost, doubled, disagreements, faults } = finding
  say(`${acknowledged} orders acknowledged, ${lost} lost, ${doubled} doubled, ${disagreements} disagreements of ledger and audit log`)
  for (const fault of faults) say(`FAIL ${fault}`)
  const hasPassed = acknowledged > 0 && lost + doubled + disagreements === 0 && faults.length === 0
  say(hasPassed ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = hasPassed ? 0 : 1
} finally {
  await failover('stop')
}

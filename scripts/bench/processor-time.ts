import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'

const NANOSECONDS = 1e6
/** Milliseconds of a tick of /proc/PID/stat. */
const TICK_MS = 10

/** Processor time in ms. `database` null: it runs in the server's process. */
export interface Spent {
  server: number
  database: number | null
}

/** Nanoseconds that the threads of a process have run. Source: proc_pid_schedstat, first field. */
function timeOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.reduce((sum, id) => sum + Number(readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0]), 0)
  } catch {
    return 0 // a connection that was closed
  }
}

/** The fields of /proc/PID/stat after the name, which may hold spaces; null for a process that has ended. */
function readStat(pid: number | string): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? null
  } catch {
    return null
  }
}

/** Returns a process and all that it started. */
function processesOf(pid: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = all.map((each) => [Number(each), Number(readStat(each)?.[1])] as const)
  const withChildren = (parent: number): number[] => [
    parent,
    ...parents.filter(([, of]) => of === parent).flatMap(([child]) => withChildren(child)),
  ]
  return withChildren(pid)
}

/** Milliseconds that a process has run since its start, with its threads that have ended, and the processes it started. */
export function timeSinceStart(pid: number): number {
  const ticks = processesOf(pid).map((each) => {
    const fields = readStat(each) ?? []
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
  })
  return ticks.reduce((sum, each) => sum + each, 0) * TICK_MS
}

/** Resident memory of a process and all that it started, in MB; null if unknown. */
export function memoryOf(pid: number): number | null {
  try {
    const sizes = processesOf(pid).map((each) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${each}/status`, 'utf8'))?.[1]))
    return Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1024)
  } catch {
    return null
  }
}

/** Watches the processor time of servers and of all connections to their database. */
export interface Watch {
  during: (work: () => Promise<unknown>) => Promise<Spent>
  close: () => Promise<void>
}

/** Begins to watch these processes; `databaseUrl` null: their database is in them. */
export async function watchTimes(children: readonly ChildProcess[], databaseUrl: string | null): Promise<Watch> {
  const admin = databaseUrl ? new pg.Client({ connectionString: databaseUrl }) : null
  await admin?.connect()
  const readServers = () => new Map(children.flatMap(({ pid }) => processesOf(pid ?? 0)).map((pid) => [pid, timeOf(pid)]))
  const readDatabase = async () => {
    const { rows = [] } =
      (await admin?.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )) ?? {}
    return new Map(rows.map(({ pid }) => [pid, timeOf(pid)]))
  }
  const between = (before: Map<number, number>, after: Map<number, number>) =>
    [...after].reduce((sum, [pid, time]) => sum + Math.max(0, time - (before.get(pid) ?? 0)), 0) / NANOSECONDS
  return {
    during: async (work) => {
      const before = { servers: readServers(), database: await readDatabase() }
      await work()
      const after = { servers: readServers(), database: await readDatabase() }
      return { server: between(before.servers, after.servers), database: admin ? between(before.database, after.database) : null }
    },
    close: async () => admin?.end(),
  }
}

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A process that holds the data directory, or wants it: its file says so by its name, which is there whole or not at all. */
interface Holder {
  pid: number
  /** When that process started: its number may have been given to a later one. */
  startedAt: string
}

const fileOf = ({ pid, startedAt }: Holder) => `server-${pid}-${startedAt}.lock`
const TRIES = 6
/** Two who start at once see each other and step back; they come again after waits that differ. */
const LONGEST_WAIT_MS = 60

/**
 * Takes the data directory for this process. Two processes in one embedded database destroy each other's rows without an error,
 * and the database itself takes no lock. Each process first leaves its own file, then looks for others: of two at once at least one sees
 * the other, and nobody ever removes the file of a live one. Blocks for a third of a second at most.
 * @returns what gives the directory back.
 * @throws Error naming the holder while that process lives; the file of a dead one is removed.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true })
  const own: Holder = { pid: process.pid, startedAt: statOf(process.pid)?.startedAt ?? '0' }
  const ownFile = join(dataDir, fileOf(own))
  const release = () => rmSync(ownFile, { force: true })
  for (let tries = 1; ; tries += 1) {
    writeFileSync(ownFile, '')
    const holder = findOther(dataDir, own)
    if (!holder) return release
    release()
    if (tries === TRIES) {
      throw new Error(`Another server (process ${holder.pid}) is using ${dataDir}. Stop it first, or set DATA_DIR to another folder.`)
    }
    sleep(Math.random() * LONGEST_WAIT_MS)
  }
}

/** Another live process that has its file here; files of dead ones are removed. */
function findOther(dataDir: string, own: Holder): Holder | null {
  for (const name of readdirSync(dataDir)) {
    const [, pid, startedAt = ''] = /^server-(\d+)-(\d+)\.lock$/.exec(name) ?? []
    if (pid === undefined || name === fileOf(own)) continue
    const holder = { pid: Number(pid), startedAt }
    if (isAlive(holder)) return holder
    rmSync(join(dataDir, name), { force: true })
  }
  return null
}

function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds)
}

/** Alive, and the same process: neither a zombie, nor a later process with the same number, is the holder. */
function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const now = statOf(pid)
  return now === null || (now.startedAt === startedAt && !ENDED.has(now.state))
}

/** States of a process that has ended and whose parent has not asked for its exit code: a zombie. */
const ENDED: ReadonlySet<string> = new Set(['Z', 'X'])

/** Reads the state of a process and when it started, as the system counts it; null where the system does not tell. */
function statOf(pid: number): { state: string; startedAt: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', startedAt: fields[19] ?? '' }
  } catch {
    return null
  }
}

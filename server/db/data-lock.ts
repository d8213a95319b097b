import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** What the lock file says: the process that holds the data directory, and when that process started. */
interface Holder {
  pid: number
  startedAt: string
}

/**
 * Takes the data directory for this process. Two processes in one embedded database destroy each other's rows without an error,
 * and the database itself takes no lock.
 * @returns what gives the directory back.
 * @throws Error naming the holder while that process lives; the lock of a dead one is taken over.
 */
export function lockDataDir(lockFile: string): () => void {
  mkdirSync(dirname(lockFile), { recursive: true })
  const own: Holder = { pid: process.pid, startedAt: startOf(process.pid) ?? new Date().toISOString() }
  for (let tries = 0; tries < 5; tries += 1) {
    if (tryCreate(lockFile, own)) return () => release(lockFile, own)
    const holder = readHolder(lockFile)
    if (holder && isAlive(holder) && holder.pid !== process.pid) {
      throw new Error(
        `Another server (process ${holder.pid}) is using ${dirname(lockFile)}. Stop it first, or set DATA_DIR to another folder.`,
      )
    }
    rmSync(lockFile, { force: true })
  }
  throw new Error(`The lock file ${lockFile} cannot be taken.`)
}

function tryCreate(lockFile: string, own: Holder): boolean {
  try {
    writeFileSync(lockFile, JSON.stringify(own), { flag: 'wx' })
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

function release(lockFile: string, own: Holder): void {
  if (readHolder(lockFile)?.pid === own.pid) rmSync(lockFile, { force: true })
}

function readHolder(lockFile: string): Holder | null {
  try {
    const value: unknown = JSON.parse(readFileSync(lockFile, 'utf8'))
    if (typeof value !== 'object' || value === null || !('pid' in value) || !('startedAt' in value)) return null
    return typeof value.pid === 'number' && typeof value.startedAt === 'string' ? { pid: value.pid, startedAt: value.startedAt } : null
  } catch {
    return null // gone, or half written by a process that died
  }
}

/** Alive, and the same process: a process number that was given to a later process is not the holder. */
function isAlive({ pid, startedAt }: Holder): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!isCode(error, 'EPERM')) return false
  }
  const now = startOf(pid)
  return now === null || now === startedAt
}

/** When a process started, as the system counts it; null where the system does not tell. */
function startOf(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null
  } catch {
    return null
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

import { statfs } from 'node:fs/promises'
import type { DatabaseLog } from './watch.ts'

const LOOK_EVERY_MS = 5000
const LOG_EVERY_MS = 60_000
const MB = 1024 * 1024
/** Writing goes on when there is so much more room than the reserve, in MB, so that it does not stop again at once. */
const MARGIN_MB = 64

/** The room on the disk of the data directory. */
export interface DiskWatch {
  /** Returns whether there is less room than the reserve: then nothing more is written. */
  isFull: () => boolean
  stop: () => void
}

/** Follows the free room of `dataDir`'s disk. Below `reserveMb` it is full, until there are 64 MB more; said once a minute in the log. */
export async function watchDisk(dataDir: string, reserveMb: number, log: DatabaseLog): Promise<DiskWatch> {
  let isFull = false
  let saidAt = Number.NEGATIVE_INFINITY
  async function look(): Promise<void> {
    const stats = await statfs(dataDir).catch(() => null)
    if (!stats) return
    const freeMb = Math.floor((stats.bavail * stats.bsize) / MB)
    const wasFull = isFull
    isFull = freeMb < (wasFull ? reserveMb + MARGIN_MB : reserveMb)
    if (isFull && performance.now() - saidAt >= LOG_EVERY_MS) {
      saidAt = performance.now()
      log.warn({ freeMb, reserveMb }, `The disk of ${dataDir} is nearly full: nothing is written until there is room (DISK_RESERVE_MB)`)
    }
    if (wasFull && !isFull) {
      saidAt = Number.NEGATIVE_INFINITY
      log.warn({ freeMb }, `There is room again on the disk of ${dataDir}`)
    }
  }
  await look()
  const timer = setInterval(look, LOOK_EVERY_MS).unref()
  return { isFull: () => isFull, stop: () => clearInterval(timer) }
}

import { randomUUID } from 'node:crypto'
import { type Files, FilesUnavailableError, headOf, PROBES, readWhole } from '#server/platform/files/files.ts'

/** Time after which files that do not answer count as failed: a lost network folder hangs. */
const LONGEST_MS = 3000

/** Step that failed when a file was tried, and why. */
export interface FilesFault {
  state: 'full' | 'failed'
  step: 'saved' | 'read' | 'deleted'
  /** Answer of the store; empty for a disk. */
  reason: string
}

/** Stores, reads and deletes a file. @returns null if all of it works; no answer within three seconds is a fault too */
export async function findFilesFault(files: Files): Promise<FilesFault | null> {
  let timer: NodeJS.Timeout | undefined
  let step: FilesFault['step'] = 'saved'
  const late = new Promise<FilesFault>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'failed', step, reason: 'no answer within 3 s' }), LONGEST_MS)
  })
  return Promise.race([tryFile(files, (next) => (step = next)), late]).finally(() => clearTimeout(timer))
}

async function tryFile(files: Files, begin: (step: FilesFault['step']) => FilesFault['step']): Promise<FilesFault | null> {
  const text = randomUUID()
  const key = `${PROBES}${text}`
  let step: FilesFault['step'] = begin('saved')
  try {
    await files.put(key, Buffer.from(text), headOf(key))
    step = begin('read')
    if ((await readWhole(files, key))?.toString() !== text) return { state: 'failed', step, reason: 'another content was read' }
    step = begin('deleted')
    await files.remove(key)
    return null
  } catch (error) {
    if (step === 'read') await files.remove(key).catch(() => {})
    const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    return { state: isFull ? 'full' : 'failed', step, reason: error instanceof FilesUnavailableError ? error.reason : '' }
  }
}

/** Stores, reads and deletes a file. @returns `full` if there is no room, `failed` for any other fault */
export const checkFiles = async (files: Files): Promise<'ok' | 'full' | 'failed'> => (await findFilesFault(files))?.state ?? 'ok'

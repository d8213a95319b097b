import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Time after which a folder that does not answer counts as failed: a lost network folder hangs. */
const LONGEST_MS = 3000

/** Writes, reads and deletes a file in `dataDir`. @returns `full` if there is no room, `failed` for any other fault or no answer within three seconds */
export async function checkFiles(dataDir: string): Promise<'ok' | 'full' | 'failed'> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<'failed'>((resolve) => {
    timer = setTimeout(() => resolve('failed'), LONGEST_MS)
  })
  return Promise.race([tryFile(dataDir), late]).finally(() => clearTimeout(timer))
}

async function tryFile(dataDir: string): Promise<'ok' | 'full' | 'failed'> {
  const text = randomUUID()
  const file = join(dataDir, `health-${text}`)
  try {
    await mkdir(dataDir, { recursive: true })
    await writeFile(file, text)
    const read = await readFile(file, 'utf8')
    await rm(file)
    return read === text ? 'ok' : 'failed'
  } catch (error) {
    await rm(file, { force: true }).catch(() => {})
    return error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? 'full' : 'failed'
  }
}

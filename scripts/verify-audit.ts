import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { formatCount, pluralize } from '../domain/text.ts'
import { type Anchor, verifySeals } from '../server/platform/audit-seals/verify-seals.ts'
import { runOnDatabase } from './open-database.ts'

/*
 * `npm run audit:verify [-- --anchor SEQ:HASH] [--at TIME]`: compares the audit log with its seals, and the seals with one that was noted
 * outside. Prints the entries that were changed, removed, inserted or not sealed in time; of a restored database, by the time of its
 * backup. Exit code 0 if there are none, 1 otherwise, 2 for an unknown option. Needs DATABASE_URL, or an embedded shop (DATA_DIR) that is
 * not running.
 */

function readAnchor(text: string | undefined): Anchor | null {
  if (text === undefined) return null
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/i.exec(text) ?? []
  if (seq === undefined || hash === undefined) throw new Error('An anchor is SEQ:HASH: the number of a seal and its hash of 64 digits.')
  return { seq: Number(seq), hash: hash.toLowerCase() }
}

function readOptions(): { anchor: Anchor | null; at: Date } {
  try {
    const { anchor, at } = parseArgs({ options: { anchor: { type: 'string' }, at: { type: 'string' } } }).values
    const moment = at === undefined ? new Date() : new Date(at)
    if (Number.isNaN(moment.getTime())) throw new Error('Enter a time such as 2026-11-22T10:00:00Z.')
    return { anchor: readAnchor(anchor), at: moment }
  } catch (error) {
    process.stderr.write(
      `${error instanceof Error ? error.message : String(error)}\nUse: npm run audit:verify [-- --anchor SEQ:HASH] [--at TIME]\n`,
    )
    return process.exit(2)
  }
}

const { anchor, at } = readOptions()
await runOnDatabase(async ({ db }) => {
  const startedAt = performance.now()
  const spentBefore = process.cpuUsage()
  const { entries, purged, head, findings } = await verifySeals({ db, now: () => at }, anchor)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const { user, system } = process.cpuUsage(spentBefore)
  for (const finding of findings) process.stdout.write(`${finding}\n`)
  if (findings.length === 0) process.stdout.write(`${pluralize(entries, 'entry', 'entries')}, head ${head?.hash ?? 'none'}\n`)
  if (purged > 0) process.stdout.write(`${formatCount(purged)} more were purged after their retention period\n`)
  if (head) process.stdout.write(`anchor ${head.seq}:${head.hash}\n`)
  process.stdout.write(`${seconds} s, ${((user + system) / 1e6).toFixed(1)} s of the processor, load ${loadavg()[0]?.toFixed(1)}\n`)
  return findings.length === 0 ? 0 : 1
})

import { constants, createWriteStream, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { open, rename } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { pluralize } from '../domain/text.ts'
import { reasonOf } from '../server/doctor/finding.ts'
import { connectForReading, recordInShop } from '../server/platform/backup/connect-shop.ts'
import type { Operation } from '../server/platform/backup/operation-record.ts'
import { writeArchive } from '../server/platform/backup/write-archive.ts'
import { type Config, readConfig } from '../server/platform/config.ts'
import { consoleLog } from '../server/platform/db/watch.ts'
import { openFiles } from '../server/platform/files/open-files.ts'

/*
 * `npm run backup -- [--out FILE] [--no-files] [--mark]`: writes the database and the files of the shop, running or stopped, into one
 * archive. FILE may be a folder, or - for standard output; without it the archive goes to backups/ in this folder. `--mark` only records a
 * backup that other tools have made. Exit code 1 if it fails, 2 for an unknown option.
 */

const USE = 'Use: npm run backup -- [--out FILE] [--no-files] [--mark]'
const STDOUT = '-'
/** Folder of archives that no other place was named for; Git ignores it. */
const BACKUPS = 'backups'
const MB = 1024 * 1024
const say = (line: string) => process.stderr.write(`${line}\n`)

function readOptions() {
  try {
    return parseArgs({ options: { out: { type: 'string' }, 'no-files': { type: 'boolean' }, mark: { type: 'boolean' } } }).values
  } catch (error) {
    say(`${reasonOf(error)}\n${USE}`)
    return process.exit(2)
  }
}

/** Returns the file to write: `out`, or one named by the time in it or in `BACKUPS`, which is made. */
function fileOf(out: string | undefined, now: Date): string {
  const name = `reflute-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`
  if (out === undefined) {
    try {
      mkdirSync(BACKUPS, { recursive: true, mode: 0o700 })
    } catch (cause) {
      throw new Error(`The folder ${resolve(BACKUPS)} can't be created. Choose another place: npm run backup -- --out FILE`, { cause })
    }
    return join(BACKUPS, name)
  }
  return existsSync(out) && statSync(out).isDirectory() ? join(out, name) : out
}

/** Writes the archive; a file gets its name once it is whole. */
async function write(config: Config, file: string, hasFiles: boolean, now: Date): Promise<number> {
  const folder = mkdtempSync(join(file === STDOUT ? tmpdir() : dirname(file), '.reflute-backup-'))
  const part = join(folder, 'archive.tar')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      remove()
      process.exit(1)
    })
  }
  try {
    const { client, kind, close } = await connectForReading(config, folder)
    const output = file === STDOUT ? process.stdout : createWriteStream(part, { mode: 0o600, flags: 'wx' })
    const source = { client, kind, files: hasFiles ? openFiles(config, consoleLog) : null, folder, now }
    const { manifest, bytes } = await writeArchive(source, output).finally(close)
    if (file !== STDOUT) {
      const handle = await open(part, constants.O_RDWR)
      await handle.sync().finally(() => handle.close())
      await rename(part, file)
    }
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
    const files = hasFiles ? pluralize(manifest.files.count, 'file') : 'no files'
    say(
      `${file === STDOUT ? 'The archive' : file} contains ${pluralize(manifest.tables.length, 'table')}, ${pluralize(rows, 'row')} and ${files}: ${(bytes / MB).toFixed(1)} MB in ${((Date.now() - now.getTime()) / 1000).toFixed(1)} s.`,
    )
    return bytes
  } finally {
    remove()
  }
}

async function run(): Promise<number> {
  const values = readOptions()
  const config = readConfig(process.env)
  const startedAt = new Date()
  const record = (change: Pick<Operation, 'ok' | 'bytes' | 'detail'>) =>
    recordInShop(config, { kind: 'backup', startedAt, finishedAt: new Date(), ...change })
  if (values.mark) {
    await record({ ok: true, bytes: null, detail: { marked: true } })
    say('Recorded a backup made by other tools.')
    return 0
  }
  const file = fileOf(values.out, startedAt)
  if (file !== STDOUT && existsSync(file)) throw new Error(`${file} already exists.`)
  try {
    const bytes = await write(config, file, !values['no-files'], startedAt)
    await record({ ok: true, bytes, detail: values['no-files'] ? { hasFiles: false } : {} })
    return 0
  } catch (error) {
    say(reasonOf(error))
    await record({ ok: false, bytes: null, detail: {} }).catch(() => {}) // the same database that failed
    return 1
  }
}

try {
  process.exitCode = await run()
} catch (error) {
  say(reasonOf(error))
  process.exitCode = 1
}

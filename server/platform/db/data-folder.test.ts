import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { connectDirectly } from '#server/platform/backup/connect-shop.ts'
import { openFiles } from '#server/platform/files/open-files.ts'
import { makeDataDir } from '#server/testing/databases.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { openEmbedded } from './client.ts'
import { checkHasDatabase, checkServerNotLost, checkWritable, openFolder } from './data-folder.ts'

/** A data directory whose database looks whole. */
function wholeFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const folder = join(dataDir, 'postgres')
  for (const name of ['global', 'base', 'pg_wal', 'pg_xact']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  writeFileSync(join(folder, 'global', 'pg_control'), 'control')
  return { dataDir, folder }
}

const opened = async () => 'opened'

test('9 i a folder that is whole, missing or empty is opened', async () => {
  const missing = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const empty = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  mkdirSync(join(empty, 'postgres'))
  for (const dataDir of [wholeFolder().dataDir, missing, empty]) expect(await openFolder(dataDir, opened)).toBe('opened')
})

test.each(['PG_VERSION', 'global/pg_control', 'pg_wal', 'base', 'pg_xact'])(
  '9 i without %s the start stops, naming the folder and how to restore it, and nothing is made anew',
  async (name) => {
    const { dataDir, folder } = wholeFolder()
    rmSync(join(folder, name), { recursive: true })
    const fault = `The database in ${folder} is damaged: ${name} is missing. Nothing was changed.`
    await expect(openFolder(dataDir, opened)).rejects.toThrow(fault)
    await expect(openFolder(dataDir, opened)).rejects.toThrow('There is no snapshot')
    mkdirSync(join(dataDir, 'snapshots'))
    const snapshot = join(dataDir, 'snapshots', '2026-11-22T10-00-00Z.tar.gz')
    writeFileSync(snapshot, '')
    await expect(openFolder(dataDir, opened)).rejects.toThrow(
      `mkdir "${folder}.new" && tar -xzf "${snapshot}" -C "${folder}.new" && mv "${folder}" "${folder}.damaged" && mv "${folder}.new" "${folder}"`,
    )
    expect(existsSync(join(folder, name))).toBe(false)
  },
)

describe.each(['missing', 'empty'])('beside what a shop has left, a database that is %s', (state) => {
  const LEFT = [
    'snapshots/2026-11-22T10-00-00Z.tar.gz',
    'media/2026/picture.webp',
    'mail/one.eml',
    'certificates/a.pdf',
    'returns/photo.webp',
    'imports/list.xlsx',
  ]

  function lostShop(left: string) {
    const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
    mkdirSync(join(dataDir, dirname(left)), { recursive: true })
    writeFileSync(join(dataDir, left), 'of a shop')
    if (state === 'empty') mkdirSync(join(dataDir, 'postgres'))
    return { dataDir, folder: join(dataDir, 'postgres') }
  }

  test.each(LEFT)('is no new shop: %s', async (left) => {
    const { dataDir, folder } = lostShop(left)
    const before = readdirSync(dataDir)
    const place = `${left.split('/')[0]}/`
    await expect(openEmbedded({ dataDir })).rejects.toThrow(
      `The database in ${folder} is ${state}, but ${dataDir} contains ${place} of a shop. Nothing was changed.`,
    )
    await expect(openEmbedded({ dataDir })).rejects.toThrow('npm run restore -- FILE')
    expect(() => checkHasDatabase(dataDir)).toThrow(`contains ${place} of a shop`)
    expect(readdirSync(dataDir)).toEqual(before)
    expect(await openFolder(dataDir, opened, true)).toBe('opened') // an archive may come into a new one
  })

  test('comes back from the newest snapshot by the command that is named', async () => {
    const { dataDir, folder } = lostShop('snapshots/2026-11-21T10-00-00Z.tar.gz')
    execFileSync('tar', ['-czf', join(dataDir, 'snapshots', '2026-11-22T10-00-00Z.tar.gz'), '-C', wholeFolder().folder, '.'])
    const refusal = await openFolder(dataDir, opened).catch(String)
    const command = refusal.split('\n').find((line) => line.startsWith('  mkdir '))
    execFileSync('sh', ['-c', command ?? 'false'])
    expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n')
    expect(await openFolder(dataDir, opened)).toBe('opened')
  })
})

test('empty folders, and files that a shop does not write, are no shop that was lost', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  for (const name of ['media', 'snapshots', 'lost+found']) mkdirSync(join(dataDir, name))
  writeFileSync(join(dataDir, 'notes.txt'), '')
  expect(() => checkHasDatabase(dataDir)).toThrow(`There is no database in ${dataDir}: set DATABASE_URL or DATA_DIR.`)
  expect(await openFolder(dataDir, opened)).toBe('opened')
})

test.runIf(TESTS_ALL)('a database without the table of migrations is no new shop either, where a restore was cut short', async () => {
  const dataDir = makeDataDir()
  const making = await connectDirectly({ databaseUrl: undefined, dataDir }, 'always')
  await making.client.query('drop table schema_migrations') // a restore makes it in its transaction
  await making.close()
  mkdirSync(join(dataDir, 'media'))
  writeFileSync(join(dataDir, 'media', 'picture.webp'), 'of the archive')
  await expect(openEmbedded({ dataDir })).rejects.toThrow(
    `The database in ${join(dataDir, 'postgres')} is empty, but ${dataDir} contains media/ of a shop. Nothing was changed.`,
  )
  const again = await connectDirectly({ databaseUrl: undefined, dataDir }, 'always') // the restore may be tried again
  await again.close()
})

const FOLDERS = ['postgres', 'snapshots', 'certificates', 'imports', 'mail', 'media', 'returns']

test.each(FOLDERS)('%s that is a link to nothing, to itself or to a file, or a file, stops the start, which says so', (name) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const path = join(dataDir, name)
  const away = join(dataDir, 'disk', name)
  writeFileSync(join(dataDir, 'file'), '')
  for (const target of [away, path, join(dataDir, 'file')]) {
    symlinkSync(target, path)
    expect(() => checkWritable(dataDir)).toThrow(`DATA_DIR: ${path} is a link to ${target}, which is not a folder. Nothing was changed.`)
    unlinkSync(path)
  }
  writeFileSync(path, '')
  expect(() => checkWritable(dataDir)).toThrow(`DATA_DIR: ${path} is not a folder. Nothing was changed.`)
  rmSync(path)
  symlinkSync(away, path)
  mkdirSync(away, { recursive: true })
  expect(() => checkWritable(dataDir), 'a link to a disk that is there').not.toThrow()
})

test.runIf(TESTS_ALL)('an empty PostgreSQL database beside the files of a shop is no new shop, a filled one is', async () => {
  const embedded = makeDataDir()
  const { client, close } = await connectDirectly({ databaseUrl: undefined, dataDir: embedded }, 'always')
  await client.query('drop schema public cascade; create schema public')
  for (const left of ['media/picture.webp', 'mail/one.eml', 'certificates/a.pdf', 'returns/photo.webp', 'imports/list.xlsx']) {
    const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
    const check = () => checkServerNotLost(client, dataDir, async () => openFiles({ dataDir, files: 'disk', s3: null }))
    mkdirSync(join(dataDir, dirname(left)))
    await check() // empty folders are no shop
    writeFileSync(join(dataDir, left), 'of a shop')
    await expect(check()).rejects.toThrow(
      `The database of DATABASE_URL is empty, but ${dataDir} contains ${dirname(left)}/ of a shop. Nothing was changed.\nCorrect DATABASE_URL, or restore an archive: npm run restore -- FILE. To start a new shop, set DATA_DIR to an empty folder.`,
    )
    await client.query('create table users (id text)')
    await check()
    await client.query('drop table users')
  }
  await close()
})

test('9 i a folder of another version of PostgreSQL stops the start', async () => {
  const { dataDir, folder } = wholeFolder()
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  await expect(openFolder(dataDir, opened)).rejects.toThrow('it belongs to PostgreSQL 17, this server has 18')
})

test('9 i a folder that looks whole and cannot be opened stops the start with the folder and how to restore it', async () => {
  const { dataDir, folder } = wholeFolder()
  await expect(openEmbedded({ dataDir })).rejects.toThrow(`The database in ${folder} is damaged: it cannot be opened. Nothing was changed.`)
})

test('a making that was cut short is set aside and begun anew; a folder that is put in its place is opened', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const folder = join(dataDir, 'postgres')
  const cutShort = async () => {
    writeFileSync(join(folder, 'half'), '')
    throw new Error('killed')
  }
  await expect(openFolder(dataDir, cutShort)).rejects.toThrow('killed')
  expect(await openFolder(dataDir, opened)).toBe('opened')
  expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.unfinished-'))).toHaveLength(1)
  expect(readdirSync(folder)).toEqual([])
  await expect(openFolder(dataDir, cutShort)).rejects.toThrow('killed')
  rmSync(folder, { recursive: true })
  const whole = wholeFolder()
  renameSync(whole.folder, folder)
  expect(await openFolder(dataDir, opened)).toBe('opened')
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18\n')
})

test('a shop whose folder lost a file does not start, and starts again when the file is back', async () => {
  const dataDir = makeDataDir()
  const first = await openEmbedded({ dataDir })
  await first.pool.query("insert into settings (name, value) values ('mark', '1')")
  await first.close()
  const control = join(dataDir, 'postgres', 'global', 'pg_control')
  const bytes = readFileSync(control)
  rmSync(control)
  await expect(openEmbedded({ dataDir })).rejects.toThrow('global/pg_control is missing')
  writeFileSync(control, bytes)
  const second = await openEmbedded({ dataDir })
  expect((await second.pool.query("select value from settings where name = 'mark'")).rows).toEqual([{ value: 1 }])
  await second.close()
})

const dangling = join(mkdtempSync(join(tmpdir(), 'reflute-folder-')), 'link')
symlinkSync('/nowhere/at/all', dangling)
test.each([
  '/proc/nope',
  '/proc/nope/deeper',
  '/dev/null',
  '/dev/null/data',
  dangling,
  join(dangling, 'data'),
  `/tmp/${'x'.repeat(300)}`,
  '/tmp/nul\0',
])('a data directory that cannot be made stops the start with the name of the setting: %j', (dataDir) => {
  expect(() => checkWritable(dataDir)).toThrow(`DATA_DIR: can't write files in ${dataDir}`)
})

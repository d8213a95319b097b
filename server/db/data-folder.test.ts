import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openEmbedded } from './client.ts'
import { checkDataFolder, checkWritable, whileMaking } from './data-folder.ts'

/** A data directory whose database looks whole. */
function wholeFolder() {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const folder = join(dataDir, 'postgres')
  for (const name of ['global', 'base', 'pg_wal', 'pg_xact']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  writeFileSync(join(folder, 'global', 'pg_control'), 'control')
  return { dataDir, folder }
}

test('9 i a folder that is whole, missing or empty is opened', () => {
  const { dataDir, folder } = wholeFolder()
  expect(() => checkDataFolder(dataDir, folder)).not.toThrow()
  expect(() => checkDataFolder(dataDir, join(dataDir, 'missing'))).not.toThrow()
  mkdirSync(join(dataDir, 'empty'))
  expect(() => checkDataFolder(dataDir, join(dataDir, 'empty'))).not.toThrow()
})

test.each(['PG_VERSION', 'global/pg_control', 'pg_wal', 'base', 'pg_xact'])(
  '9 i without %s the start stops, naming the folder and how to restore it, and nothing is made anew',
  (name) => {
    const { dataDir, folder } = wholeFolder()
    rmSync(join(folder, name), { recursive: true })
    expect(() => checkDataFolder(dataDir, folder)).toThrow(`The database in ${folder} is damaged: ${name} is missing. Nothing was changed.`)
    expect(() => checkDataFolder(dataDir, folder)).toThrow('There is no snapshot')
    mkdirSync(join(dataDir, 'snapshots'))
    writeFileSync(join(dataDir, 'snapshots', '2026-11-22T10-00-00Z.tar.gz'), '')
    expect(() => checkDataFolder(dataDir, folder)).toThrow(
      `mv ${folder} ${folder}.damaged && mkdir ${folder} && tar -xzf ${join(dataDir, 'snapshots', '2026-11-22T10-00-00Z.tar.gz')} -C ${folder}`,
    )
    expect(existsSync(join(folder, name))).toBe(false)
  },
)

test('9 i a folder of another version of PostgreSQL stops the start', () => {
  const { dataDir, folder } = wholeFolder()
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  expect(() => checkDataFolder(dataDir, folder)).toThrow('it belongs to PostgreSQL 17, this server has 18')
})

test('a database whose making was cut short is made anew; one that was made is never touched', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
  const folder = join(dataDir, 'postgres')
  const cutShort = whileMaking(folder, async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'half'), '')
    throw new Error('killed')
  })
  await expect(cutShort).rejects.toThrow('killed')
  checkDataFolder(dataDir, folder)
  expect(existsSync(folder)).toBe(false)
  await whileMaking(folder, async () => {
    mkdirSync(folder)
    writeFileSync(join(folder, 'PG_VERSION'), '18')
  })
  expect(() => checkDataFolder(dataDir, folder)).toThrow('is missing')
  expect(readFileSync(join(folder, 'PG_VERSION'), 'utf8')).toBe('18')
})

test('a shop whose folder lost a file does not start, and starts again when the file is back', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'reflute-folder-'))
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

test('a data directory in which no file can be made stops the start with the name of the setting', () => {
  expect(() => checkWritable('/dev/null/data')).toThrow('DATA_DIR: no files can be written in /dev/null/data')
})

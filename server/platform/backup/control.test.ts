import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, inject, test } from 'vitest'
import { checkEmbedded } from '#server/doctor/check-database.ts'
import { readConfig } from '#server/platform/config.ts'
import { openEmbedded } from '#server/platform/db/client.ts'
import { addOperation, backUp, contentOf, makeFolder, restore } from '#server/testing/archives.ts'
import { makeDataDir } from '#server/testing/databases.ts'
import { TESTS_ALL } from '#server/testing/race-rounds.ts'
import { connectForReading, recordInShop, releaseInShop } from './connect-shop.ts'
import { readOperations } from './operation-record.ts'
import { controlSocket, serveControl } from './serve-control.ts'

const { folder, remove } = makeFolder()
afterAll(remove)
const log = { warn: () => {} }
const now = () => new Date()

test.runIf(inject('database').kind === 'embedded')(
  'M-DOCTOR the doctor asks the running shop, or the stopped one, for its backups and drills, and names a database that is lost',
  async () => {
    const dataDir = makeDataDir()
    const found = async () => {
      const findings = await checkEmbedded({ config: readConfig({ DATA_DIR: dataDir }), now, sendTo: null, plainUrl: null })
      return Object.fromEntries(findings.map(({ name, level, what }) => [name, `${level}: ${what}`]))
    }
    const database = await openEmbedded({ dataDir })
    const stop = serveControl(database, { dataDir, log, now })
    expect(await found()).toEqual({
      Database: `ok: embedded, in ${dataDir}`,
      Backup: 'warn: No backup has been recorded.',
      'Restore drill': "warn: No drill has been recorded, so it isn't known whether a backup can be restored.",
    })
    await addOperation(database.pool, 'backup', 2)
    await addOperation(database.pool, 'drill', 24 * 40)
    expect(await found()).toMatchObject({
      Backup: 'ok: the newest is 2 h old',
      'Restore drill': 'warn: the last one passed 40 d ago, more than 30 d.',
    })
    await addOperation(database.pool, 'drill', 24)
    stop()
    await database.close()
    expect(await found()).toMatchObject({ 'Restore drill': 'ok: the last one passed 1 d ago' })

    const lost = join(dataDir, 'postgres')
    rmSync(lost, { recursive: true })
    expect(await found()).toEqual({ Database: `ok: embedded, in ${dataDir}`, Backup: 'ok: is checked once the shop has been started' })
    mkdirSync(join(dataDir, 'mail'))
    writeFileSync(join(dataDir, 'mail', 'one.eml'), '')
    expect(await found()).toEqual({
      Database: `FAIL: The database in ${lost} is missing, but ${dataDir} contains mail/ of a shop. Nothing was changed.`,
    })
  },
)

test.runIf(TESTS_ALL && inject('database').kind === 'embedded')(
  'M-BACKUP the embedded database is backed up through the running shop, and what was restored is the same',
  async () => {
    const place = { databaseUrl: undefined, dataDir: makeDataDir() }
    const database = await openEmbedded({ dataDir: place.dataDir })
    const path = controlSocket(place.dataDir)
    writeFileSync(path, 'left by a process that was killed')
    const stop = serveControl(database, { dataDir: place.dataDir, log, now })
    await database.pool.query("insert into settings (name, value) values ('here', '9007199254740993')")
    expect(statSync(path).mode & 0o777).toBe(0o600)

    // somebody else's command does nothing, and the process goes on
    const stranger = createConnection(path)
    stranger.write('{"command":"drop"}\n')
    expect(await text(stranger)).toContain('error')

    const copy = await connectForReading(place, mkdtempSync(join(folder, 'copy-')))
    await database.pool.query("insert into settings (name, value) values ('later', '1')") // the shop does not wait for the copy
    const { rows } = await copy.client.query("select name, value::text from settings where name in ('here', 'later')")
    expect(rows).toEqual([{ name: 'here', value: '9007199254740993' }])
    await copy.close()

    const at = now()
    await recordInShop(place, { kind: 'restore', startedAt: at, finishedAt: at, ok: true, bytes: 5, detail: {} })
    expect(await readOperations(database.pool)).toMatchObject({ isOutboxHeld: true, newest: { restore: { ok: true, bytes: 5 } } })
    expect(await releaseInShop(place, { isLive: false, at })).toBe(0)
    expect(await releaseInShop(place, { isLive: false, at })).toBeNull()
    stop()
    await database.close()

    const first = await backUp(place, folder)
    const there = { databaseUrl: undefined, dataDir: join(folder, 'there') }
    cpSync(place.dataDir, there.dataDir, { recursive: true })
    await restore(first.file, there, { mayErase: true })
    expect(contentOf((await backUp(there, folder)).manifest)).toEqual(contentOf(first.manifest))
  },
  180_000,
)

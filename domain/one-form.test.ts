import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
/** The home of the forms, and that of the days, which reads the clock of a time zone. */
const HOMES = ['domain/text.ts', 'domain/time.ts']

const sources = ['app', 'content', 'contract', 'domain', 'drawings', 'server'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path}`)
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !HOMES.includes(path)),
)

test('F7.3.18 F7.2.13 dates and numbers take their form from one module', () => {
  expect(sources.length).toBeGreaterThan(500)
  const own = sources.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        /\bIntl\.(?:DateTime|Number)Format\b|\.toLocale(?:Date|Time)?String\(/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  )
  expect(own).toEqual([])
})

test('no file of a page makes a format of Intl when its module begins: the first one takes a phone a tenth of a second', () => {
  const ofPages = sources.filter((path) => !path.startsWith('server/')).concat(HOMES)
  const early = ofPages.filter((path) =>
    /^(?:export )?const \w+(?:: [^=]+)? = (?:\/\*.*\*\/ )?new Intl\./m.test(readFileSync(join(ROOT, path), 'utf8')),
  )
  expect(early).toEqual([])
})

/** A count that is printed as it is: `{total}` between tags, `${total}` and `${rows.length}` in a text. */
const BARE =
  /(?<!=)\{(?:(?:\w+\.)*(?:total|count|stock|quantity|minQuantity|restock|machineCount|materialCount)|[^{}]*\.length(?: [-+] [\w.]+)?)\}/

test('F7.3.18 the rule sees what is printed as it is, and nothing else', () => {
  const found = [
    '<b>{total}</b>',
    '`${list.total} rows`',
    '{active.length}',
    '`${rows.filter((row) => row.isOn).length} on`',
    '`and ${all.length - 1} more`',
  ]
  expect(found.filter((text) => !BARE.test(text))).toEqual([])
  const fine = [
    'total={total}',
    '{figure(total)}',
    'shown={items.length}',
    '{rows.length > 0 && <Rows />}',
    '{ size: rows.length }',
    '{rows.length === 1 ? a : b}',
  ]
  expect(fine.filter((text) => BARE.test(text))).toEqual([])
})

test('F7.3.18 counts on screens have their thousands apart', () => {
  const screens = sources.filter((path) => path.startsWith('app/') && !path.startsWith('app/screens/dev/'))
  const bare = screens.flatMap((path) => {
    const lines = readFileSync(join(ROOT, path), 'utf8').split('\n')
    return lines.flatMap((line, index) => (BARE.test(line) ? [`${path}:${index + 1}`] : []))
  })
  expect(bare).toEqual([])
})

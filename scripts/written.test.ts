import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { calls } from '#app/lib/calls.ts'
import { officeCalls } from '#app/lib/office-calls.ts'
import { callLines } from '#contract/client.ts'
import { contract } from '#contract/index.ts'
import { SETTING_NAMES } from '../server/platform/config.ts'
import { SETTING_HELP } from '../server/platform/setting-texts.ts'
import { AREAS } from './areas.ts'
import { listFiles, ROOT, read, SOURCE_FOLDERS } from './project-files.ts'
import { writeCalls } from './write-calls.ts'
import { PAGES } from './write-docs.ts'

test('app/lib/calls.ts and office-calls.ts have each call of the contract as it is now (npm run docs)', () => {
  expect({ ...calls, ...officeCalls }).toEqual(callLines(contract))
  for (const [name, text] of Object.entries(writeCalls())) {
    expect(read(`app/lib/${name}`), name).toBe(text)
  }
})

test.each(Object.keys(PAGES))('%s is what the code says now (npm run docs)', (path) => {
  expect(read(path)).toBe(PAGES[path]?.())
})

const PAGES_BY_HAND = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md']
const pages = [...PAGES_BY_HAND, ...['docs', 'ops', ...SOURCE_FOLDERS].flatMap((folder) => listFiles(folder, /\.md$/))]

/** Returns the addresses within a page: of its headings, as GitHub makes them, and those that it names. */
const anchorsOf = (text: string): string[] => [
  ...[...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  ),
  ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id = '']) => id),
]

test('every link of a page leads to a file, and to a heading of it', () => {
  const links = pages.flatMap((page) => [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => ({ page, target })))
  const dead = links
    .filter(({ target }) => !/^(https?:|mailto:|\/)/.test(target))
    .filter(({ page, target }) => {
      const [file = '', anchor] = target.split('#')
      const path = file === '' ? page : posix.join(posix.dirname(page), file)
      if (!existsSync(join(ROOT, path))) return true
      return anchor !== undefined && path.endsWith('.md') && !anchorsOf(read(path)).includes(anchor)
    })
  expect(links.length).toBeGreaterThan(150)
  expect(dead).toEqual([])
})

/** Pages about what was: their files may be gone. */
const HISTORY = new Set(['CHANGELOG.md'])

test('every file and folder that a page names is there', () => {
  const named = pages
    .filter((page) => !HISTORY.has(page))
    .flatMap((page) =>
      [
        ...read(page).matchAll(/`((?:app|content|contract|docs|domain|drawings|e2e|ops|public|scripts|server)\/[\w/.-]*(?:\.\w+|\/))`/g),
      ].map(([, file = '']) => ({ page, file })),
    )
  expect(named.length).toBeGreaterThan(150)
  expect(named.filter(({ file }) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('every file that a page names without its folder is somewhere', () => {
  const files = ['docs', 'ops', 'public', ...SOURCE_FOLDERS].flatMap((folder) => listFiles(folder))
  const named = pages
    .filter((page) => !HISTORY.has(page))
    .flatMap((page) => [...read(page).matchAll(/`((?:[\w-]+\/)*[\w-]+\.(?:tsx?|sql))`/g)].map(([, file = '']) => ({ page, file })))
  const isSomewhere = (file: string) => existsSync(join(ROOT, file)) || files.some((path) => path.endsWith(`/${file}`))
  expect(named.filter(({ file }) => !isSomewhere(file))).toEqual([])
})

const MAX_RECORD = 25
test('a decision is a page that is read at a glance, titled by its subject and what was decided', () => {
  const records = listFiles('docs/decisions', /\/\d{3}-[^/]+\.md$/)
  expect(records.length).toBeGreaterThan(40)
  for (const record of records) {
    const [title = '', ...lines] = read(record).trimEnd().split('\n')
    expect([record, lines.length < MAX_RECORD, /^# \d{3}\. [^:]+: /.test(title)]).toEqual([record, true, true])
  }
})

test('the table of areas has every area, from the top', () => {
  const page = read('docs/architecture.md')
  const [, table = ''] = page.split('| Area, from the top |')
  expect([...(table.split('\n\n')[0] ?? '').matchAll(/^\| \[?(\w+)/gm)].map(([, area]) => area)).toEqual([...AREAS])
})

test('every setting has its help, once', () => {
  expect(SETTING_HELP.flatMap(({ names }) => names).sort()).toEqual([...SETTING_NAMES].sort())
})

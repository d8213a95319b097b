import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkLibraries } from './own-postgres.ts'

test('the links of the libraries are made where no install script was run, once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'reflute-links-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const native = join(folder, 'linux-x64', 'native')
  mkdirSync(join(native, 'lib'), { recursive: true })
  writeFileSync(join(native, 'lib', 'libpq.so.5.18'), 'a library')
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({ source: 'native/lib/libpq.so.5.18', target: `native/lib/${name}` }))
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
  linkLibraries(folder)
  linkLibraries(folder)
  for (const name of ['libpq.so', 'libpq.so.5']) expect(readlinkSync(join(native, 'lib', name))).toBe('libpq.so.5.18')
})

test.each([0, 1, 3])('a process that opens one and says %i at its end ends with that', (code) => {
  const script = `import ${JSON.stringify(import.meta.resolve('./own-postgres.ts'))}; process.exitCode = ${code}`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', script]).status).toBe(code)
})

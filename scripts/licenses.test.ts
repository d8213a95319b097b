import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { findUnlisted, type LockedPackage, writeNotices } from './licenses.ts'

/* The packages that the shop brings along: their licenses, and what is known against them. */

const ROOT = join(import.meta.dirname, '..')
// npm wrote it
const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as { packages: Record<string, LockedPackage> }

test('a package of production with a license that nobody has listed is found, one of development is not', () => {
  expect(findUnlisted(packages)).toEqual([])
  const other = { version: '1.0.0', license: 'AGPL-3.0-only' }
  expect(findUnlisted({ ...packages, 'node_modules/other': other })).toEqual([
    'other 1.0.0: the license AGPL-3.0-only is not listed in scripts/licenses.ts',
  ])
  expect(findUnlisted({ 'node_modules/a/node_modules/other': { version: '2.0.0' } })).toEqual([
    expect.stringContaining('other 2.0.0: the license unknown'),
  ])
  expect(findUnlisted({ 'node_modules/other': { version: '1.0.0', license: 'LGPL-3.0-or-later' } })).toHaveLength(1)
  expect(findUnlisted({ 'node_modules/other': { ...other, dev: true } })).toEqual([])
})

test('the notices name every package of production with its version and the text of its license, the typeface, and libvips', () => {
  const notices = writeNotices(packages)
  for (const [path, { dev, version }] of Object.entries(packages))
    if (path !== '' && !dev)
      expect(notices).toContain(`${path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)} ${version} (`)
  expect(notices).toContain('SIL OPEN FONT LICENSE Version 1.1')
  expect(notices).toContain('Copyright 2020 The Archivo Project Authors')
  expect(notices).toMatch(/libvips\n.*GNU Lesser General Public License/)
  expect(notices).toContain('Copyright (c) Meta Platforms, Inc. and affiliates.') // React
  expect(notices).not.toContain('vitest 5')
})

/** Runs the audit against a registry that answers so. */
async function audit(answer: { status: number; body: string }): Promise<{ code: number | null; said: string }> {
  const registry = createServer((incoming, response) => {
    incoming.resume()
    const version = '9.5.2'
    const known = { name: 'otpauth', 'dist-tags': { latest: version }, versions: { [version]: { name: 'otpauth', version } } }
    response.writeHead(answer.status, { 'content-type': 'application/json' })
    response.end(incoming.method === 'POST' ? answer.body : JSON.stringify(known))
  })
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve))
  const address = registry.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const env = {
    ...process.env,
    npm_config_registry: `http://127.0.0.1:${port}/`,
    npm_config_fetch_retries: '0',
    npm_config_cache: join(tmpdir(), 'reflute-npm'),
  }
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'audit-deps.ts')], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const said = await text(child.stdout)
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('exit', resolve)))
  registry.close()
  return { code, said }
}

test('without an answer of the registry nothing counts as checked', async () => {
  expect(await audit({ status: 405, body: '{}' })).toEqual({ code: 2, said: 'not checked: the registry does not answer\n' })
})

test('a known weakness of level high fails the audit by name', async () => {
  const advisory = {
    id: 1,
    url: 'https://example.com/1',
    title: 'x',
    severity: 'high',
    vulnerable_versions: '<99',
    cwe: [],
    cvss: { score: 8, vectorString: null },
  }
  const found = await audit({ status: 200, body: JSON.stringify({ otpauth: [advisory] }) })
  expect([found.code, found.said]).toEqual([
    1,
    expect.stringMatching(/^otpauth .*: high\n1 known weaknesses, 1 of them high or critical\n$/),
  ])
})

import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { sealPage } from './security.ts'

const sourceOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

test('a page allows the scripts with the nonce of its rendering, by their hash, and none that somebody got into its text', () => {
  const page = '<script nonce="n1" type="module">ours()</script><script>theirs()</script><script nonce="n2">guessed()</script>'
  const { html, policy } = sealPage(page, 'n1')
  expect(html).toBe(page.replace(' nonce="n1"', ''))
  expect(policy).toContain(sourceOf('ours()'))
  for (const other of ['theirs()', 'guessed()']) expect(policy).not.toContain(sourceOf(other))
  expect(policy).not.toMatch(/script-src[^;]*'unsafe-inline'/)
})

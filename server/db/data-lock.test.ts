import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from './data-lock.ts'

const newLockFile = () => join(mkdtempSync(join(tmpdir(), 'reflute-lock-')), 'server.lock')

/** A live process that is not ours. */
async function holding(lockFile: string) {
  const script = `import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))}; lockDataDir(${JSON.stringify(lockFile)}); console.log('held'); setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}

test('a second server on the same data directory is refused, naming the holder', async () => {
  const lockFile = newLockFile()
  const holder = await holding(lockFile)
  expect(() => lockDataDir(lockFile)).toThrow(`process ${holder.pid}`)
  holder.kill('SIGKILL')
})

test('the lock of a process that was killed is taken over', async () => {
  const lockFile = newLockFile()
  const holder = await holding(lockFile)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(existsSync(lockFile)).toBe(true)
  lockDataDir(lockFile)
  expect(JSON.parse(readFileSync(lockFile, 'utf8'))).toMatchObject({ pid: process.pid })
})

test('a process number that was given to another process since does not hold the lock', async () => {
  const lockFile = newLockFile()
  const stranger = spawn('sleep', ['30'])
  writeFileSync(lockFile, JSON.stringify({ pid: stranger.pid, startedAt: '1' }))
  expect(() => lockDataDir(lockFile)).not.toThrow()
  stranger.kill()
})

test('a half-written lock file is taken over, and giving the lock back removes it', () => {
  const lockFile = newLockFile()
  writeFileSync(lockFile, '{"pid":')
  const unlock = lockDataDir(lockFile)
  unlock()
  expect(existsSync(lockFile)).toBe(false)
})

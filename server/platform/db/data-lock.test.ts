import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { lockDataDir } from './data-lock.ts'

const newDataDir = () => mkdtempSync(join(tmpdir(), 'reflute-lock-'))

/** A process of its own that runs `script`, in which `lockDataDir` is known. */
function run(script: string) {
  const head = `import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))};`
  return spawn(process.execPath, ['--input-type=module', '--eval', head + script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** A live process that is not ours. */
async function holding(dataDir: string): Promise<ChildProcess> {
  const child = run(`lockDataDir(${JSON.stringify(dataDir)}); console.log('held'); setInterval(() => {}, 1000)`)
  await once(child.stdout, 'data')
  return child
}

test('R-C4 a second server on the same data directory is refused, naming the holder, who keeps it', async () => {
  const dataDir = newDataDir()
  const holder = await holding(dataDir)
  const pause = vi.spyOn(Atomics, 'wait')
  for (let tries = 0; tries < 2; tries += 1) {
    pause.mockClear()
    expect(() => lockDataDir(dataDir)).toThrow(`process ${holder.pid}`)
    expect(pause.mock.calls.reduce((sum, [, , , milliseconds = 0]) => sum + milliseconds, 0)).toBeLessThan(350) // the pauses that it chose
  }
  pause.mockRestore()
  holder.kill('SIGKILL')
})

test('the lock of a process that was killed is taken over', async () => {
  const dataDir = newDataDir()
  const holder = await holding(dataDir)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  expect(readdirSync(dataDir)).toHaveLength(1)
  lockDataDir(dataDir)
  expect(readdirSync(dataDir)).toEqual([expect.stringContaining(String(process.pid))])
})

test('a process number that was given to another process since does not hold the lock', () => {
  const dataDir = newDataDir()
  const stranger = spawn('sleep', ['30'])
  writeFileSync(join(dataDir, `server-${stranger.pid}-1.lock`), '')
  expect(() => lockDataDir(dataDir)).not.toThrow()
  stranger.kill()
})

test.skipIf(!existsSync('/proc/self/stat'))(
  'a holder that has ended, and that its parent has not noticed, does not hold the lock',
  async () => {
    const dataDir = newDataDir()
    const held = `import { lockDataDir } from ${JSON.stringify(join(import.meta.dirname, 'data-lock.ts'))}; lockDataDir(${JSON.stringify(dataDir)}); process.kill(process.pid, 'SIGKILL')`
    // the shell becomes another program, which never asks for the exit code of what the shell has started
    const parent = spawn('sh', ['-c', '"$0" --input-type=module --eval "$1" & echo $!; exec sleep 60', process.execPath, held])
    const [line] = await once(parent.stdout, 'data')
    const stateOf = () => readFileSync(`/proc/${Number(String(line))}/stat`, 'utf8').split(' ')[2]
    await expect.poll(stateOf).toBe('Z')
    expect(readdirSync(dataDir)).toEqual([expect.stringContaining(`server-${Number(String(line))}-`)])
    lockDataDir(dataDir)
    expect(readdirSync(dataDir)).toEqual([expect.stringContaining(String(process.pid))])
    parent.kill()
  },
)

test('giving the lock back leaves nothing; other files are not touched', () => {
  const dataDir = newDataDir()
  writeFileSync(join(dataDir, 'server-1-notes.txt'), '')
  const unlock = lockDataDir(dataDir)
  unlock()
  expect(readdirSync(dataDir)).toEqual(['server-1-notes.txt'])
})

test('of servers that start at the same moment over a dead one never two get the data directory', async () => {
  const folders = Array.from({ length: 25 }, newDataDir)
  for (const folder of folders) writeFileSync(join(folder, 'server-999999999-1.lock'), '')
  const script = `const clock = new Int32Array(new SharedArrayBuffer(4))
  const startAt = ${Date.now() + 1500}
  for (const [turn, folder] of ${JSON.stringify(folders)}.entries()) {
    Atomics.wait(clock, 0, 0, startAt + turn * 300 - Date.now())
    try { lockDataDir(folder); console.log(turn) } catch {}
  }
  console.log('done')
  setInterval(() => {}, 1000)` // a winner lives on until all have asked
  const children = [1, 2, 3].map(() => run(script))
  const outputs = await Promise.all(
    children.map(async ({ stdout }) => {
      let text = ''
      for await (const chunk of stdout) {
        text += chunk
        if (text.includes('done')) break
      }
      return text.split('\n').filter((line) => /^\d+$/.test(line))
    }),
  )
  for (const child of children) child.kill('SIGKILL')
  const winners = outputs.flat().map(Number)
  expect(winners.sort((a, b) => a - b)).toEqual(folders.map((_, turn) => turn))
})

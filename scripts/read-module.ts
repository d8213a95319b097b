import { dirname, join } from 'node:path/posix'
import { parseSync, Visitor } from 'vite'

/* What a TypeScript file exports and imports, read by the parser that Vite brings. */

/** A name that a file exports. A type and a value of one name are one export. */
interface Export {
  /** `default` for the default export. */
  name: string
  line: number
  isType: boolean
  /** The first line of its declaration. */
  head: string
  /** A comment that begins with two asterisks stands right before the declaration, or the name is another file's. */
  isDocumented: boolean
}

/** Names that a file takes from another. */
interface Import {
  /** As it is written: `./x.ts`, `#domain/x.ts`, `zod`. */
  from: string
  /** `*` for all of them. */
  names: readonly string[]
}

/** The exports and imports of a file. */
export interface SourceModule {
  exports: Export[]
  imports: Import[]
  /** Number of places of each name in the code, declarations and imports included. */
  counts: ReadonlyMap<string, number>
}

/**
 * Reads the exports and imports of a file; `import()` and `import * as` take all names.
 * @throws Error for text that is no TypeScript
 */
export function readModule(path: string, text: string): SourceModule {
  const { program, module, comments, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length
  const docs = comments.filter(({ type, value }) => type === 'Block' && value.startsWith('*'))
  const hasDoc = (offset: number) => docs.some(({ end }) => end <= offset && text.slice(end, offset).trim() === '')

  const exports = new Map<string, Export>()
  const imports: Import[] = module.staticImports.map(({ moduleRequest, entries }) => ({
    from: moduleRequest.value,
    names: entries.map(({ importName: { kind, name } }) => (kind === 'Default' ? 'default' : (name ?? '*'))),
  }))
  for (const statement of module.staticExports) {
    for (const { moduleRequest, importName, exportName, isType } of statement.entries) {
      if (moduleRequest) imports.push({ from: moduleRequest.value, names: [importName.name ?? '*'] })
      const name = exportName.kind === 'Default' ? 'default' : exportName.name
      if (name === null) continue
      const isDocumented = moduleRequest !== null || hasDoc(statement.start)
      const other = exports.get(name)
      exports.set(name, {
        name,
        line: other?.line ?? lineOf(statement.start),
        isType: isType && (other?.isType ?? true),
        head: other?.head ?? text.slice(statement.start).split('\n', 1).join(),
        isDocumented: isDocumented || (other?.isDocumented ?? false),
      })
    }
  }
  const takeAll = (source: { type: string; value?: unknown }) => {
    if (typeof source.value === 'string') imports.push({ from: source.value, names: ['*'] })
  }
  const counts = new Map<string, number>()
  const count = ({ name }: { name: string }) => counts.set(name, (counts.get(name) ?? 0) + 1)
  new Visitor({
    ImportExpression: ({ source }) => takeAll(source),
    TSImportType: ({ source }) => takeAll(source),
    Identifier: count,
    JSXIdentifier: count,
  }).visit(program)
  return { exports: [...exports.values()], imports, counts }
}

/** Returns the path from the root that an import of `importer` means; null for one of a package. */
export function pathOfImport(from: string, importer: string): string | null {
  if (from.startsWith('#')) return from.slice(1)
  return from.startsWith('.') ? join(dirname(importer), from) : null
}

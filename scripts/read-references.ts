import { parseSync } from 'vite'
import { pathOfImport } from './read-module.ts'

/* What the functions of the server name, read by the parser that Vite brings: a test follows calls by it to what they write. */

interface Node {
  type: string
  start: number
  end: number
  [member: string]: unknown
}

/** A declaration at the top of a file. */
export interface Declaration {
  /** The declarations that it names, as `path#name`. */
  uses: ReadonlySet<string>
  /** The tables that it inserts into, updates or deletes from. */
  writes: ReadonlySet<string>
  /**
   * The calls that it binds, as `path#group.call` of the contract, each with the declarations that its handler names; `''` for those of a
   * parameter.
   */
  binds: ReadonlyMap<string, ReadonlySet<string>>
}

const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object' && typeof (value as Node).type === 'string'
const nameOf = (node: unknown) => (isNode(node) && node.type === 'Identifier' ? (node['name'] as string) : null)

/** Calls `visit` with a node and all below it, without types and without the names of members. */
function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) walk(one, visit)
  if (!isNode(value)) return
  visit(value)
  const { type, computed, expression } = value
  if (type.startsWith('TS')) return walk(expression, visit)
  const isNamed = computed === false && (type === 'MemberExpression' || (type === 'Property' && value['shorthand'] !== true))
  for (const [member, below] of Object.entries(value)) if (!(isNamed && (member === 'property' || member === 'key'))) walk(below, visit)
}

function namesIn(value: unknown): Set<string> {
  const names = new Set<string>()
  walk(value, (node) => node.type === 'Identifier' && names.add(node['name'] as string))
  return names
}

/** The names that the values and functions of a declaration are made of, by their own names. */
function localsOf(declaration: Node): Map<string, Set<string>> {
  const locals = new Map<string, Set<string>>()
  walk(declaration, (node) => {
    if (node === declaration) return
    if (node.type === 'VariableDeclarator') for (const name of namesIn(node['id'])) locals.set(name, namesIn(node['init']))
    const name = node.type === 'FunctionDeclaration' && nameOf(node['id'])
    if (name) locals.set(name, namesIn(node))
  })
  return locals
}

/** Adds what the names mean inside their declaration. */
function withLocals(names: ReadonlySet<string>, locals: ReadonlyMap<string, ReadonlySet<string>>): Set<string> {
  const all = new Set(names)
  for (const name of all) for (const used of locals.get(name) ?? []) all.add(used)
  return all
}

/** The calls of the contract among the arguments of a binding: named at once, or by the variable of a loop over them. */
function callsOf(args: unknown, loops: ReadonlyMap<string, Node>, meanings: ReadonlyMap<string, string>): string[] {
  const found: string[] = []
  const take = (value: unknown) =>
    walk(value, ({ type, object, property }) => {
      const group = type === 'MemberExpression' && meanings.get(nameOf(object) ?? '')
      if (group && group.startsWith('contract/')) found.push(`${group}.${nameOf(property)}`)
    })
  for (const value of args as Node[]) {
    if (found.length > 0) return found
    if (value.type === 'MemberExpression') take(value)
    take(loops.get(nameOf(value) ?? '')?.['right'])
  }
  return found.length > 0 ? found : ['']
}

/** The name of the table that `tx.insert(table)` and its like write. */
function writtenBy({ callee, arguments: args }: Node): string | null {
  const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : null
  return method && /^(insert|update|delete)$/.test(method) ? nameOf((args as Node[])[0]) : null
}

/** Reads the declarations of a file, by `path#name`. */
export function readReferences(path: string, text: string): Map<string, Declaration> {
  const { program } = parseSync(path, text)
  const body = program.body as Node[]
  const meanings = new Map<string, string>()
  for (const { type, specifiers, source } of body) {
    const from = type === 'ImportDeclaration' && isNode(source) ? pathOfImport(source['value'] as string, path) : null
    if (from === null) continue
    for (const { local, imported } of specifiers as Node[]) meanings.set(nameOf(local) ?? '', `${from}#${nameOf(imported) ?? '*'}`)
  }
  const declared: [string, Node][] = body.flatMap((statement) => {
    const node = isNode(statement['declaration']) ? statement['declaration'] : statement
    if (node.type === 'VariableDeclaration')
      return (node['declarations'] as Node[]).flatMap((one) => [...namesIn(one['id'])].map((name): [string, Node] => [name, one]))
    const name = nameOf(node['id'])
    return name && !node.type.startsWith('TS') ? [[name, node]] : []
  })
  for (const [name] of declared) meanings.set(name, `${path}#${name}`)

  const meaningsOf = (names: Iterable<string>) => new Set([...names].flatMap((name) => meanings.get(name) ?? []))
  return new Map(
    declared.map(([name, node]) => {
      const locals = localsOf(node)
      const loops = new Map<string, Node>()
      const binds = new Map<string, Set<string>>()
      const writes = new Set<string>()
      walk(node, (below) => {
        const table = below.type === 'CallExpression' && writtenBy(below)
        if (table) writes.add(meanings.get(table)?.split('#')[1] ?? table)
        if (below.type === 'ForOfStatement') for (const variable of namesIn(below['left'])) loops.set(variable, below)
        if (below.type !== 'CallExpression' || !/^route$|Route$/.test(nameOf(below['callee']) ?? '')) return
        const uses = meaningsOf(withLocals(namesIn(below), locals))
        for (const call of callsOf(below['arguments'], loops, meanings)) binds.set(call, new Set([...uses, ...(binds.get(call) ?? [])]))
      })
      return [`${path}#${name}`, { uses: meaningsOf(namesIn(node)), writes, binds }] as const
    }),
  )
}

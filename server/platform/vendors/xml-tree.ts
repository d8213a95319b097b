// oxlint-disable-next-line typescript/triple-slash-reference -- the types of saxen are ours, and tests of every folder compile this file
/// <reference path="./saxen.d.ts" />
import { Parser } from 'saxen'
import { Unreadable } from './spreadsheet-guard.ts'

const MAX_DEPTH = 30
const MAX_NODES = 4_000_000

/** An element with its parts; names are without their namespace. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

const damaged = () => new Unreadable('it is damaged.')

/** Returns the name without its namespace: `title` of `g:title`. */
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses XML without a document type into a tree, whose root holds its only element. @throws Unreadable */
export function parseTree(text: string): XmlNode {
  const xml = text.replace(/^\ufeff/, '')
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Unreadable('it holds a document type.')
  const root: XmlNode = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  let nodes = 0
  const append = (text: string) => {
    const node = path.at(-1)
    if (node) node.text += text
  }
  new Parser()
    .on('error', () => {
      throw damaged()
    })
    .on('warn', () => {
      throw damaged()
    })
    .on('openTag', (name, attributes, decode) => {
      nodes += 1
      if (nodes > MAX_NODES) throw new Unreadable('it has too many elements.')
      if (path.length > MAX_DEPTH) throw damaged()
      const given = Object.entries(attributes() ?? {}).map(([key, value]) => [localName(key), decode(value)])
      const node: XmlNode = { name: localName(name), attributes: Object.fromEntries(given), children: [], text: '' }
      path.at(-1)?.children.push(node)
      path.push(node)
    })
    .on('closeTag', () => void path.pop())
    .on('text', (text, decode) => append(decode(text)))
    .on('cdata', append)
    .parse(xml)
  return root
}

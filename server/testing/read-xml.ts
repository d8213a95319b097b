/** An element of a read XML document, without prefixes. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  text: string
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const unescapeXml = (text: string) => text.replace(/&(\w+);/g, (all, name: string) => ENTITIES[name] ?? all)
const plain = (name: string) => name.slice(name.indexOf(':') + 1)

/** Reads XML that a library of ours wrote; no reader for others. */
export function readXml(source: string): XmlElement {
  const root: XmlElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  for (const [, closing, name = '', facts = '', empty, text] of source.matchAll(/<(\/?)([\w:]+)([^>]*?)(\/?)>|([^<]+)/g)) {
    const parent = open.at(-1)
    if (!parent) throw new Error('XML is closed too often')
    if (text !== undefined) parent.text += unescapeXml(text).trim()
    else if (closing) open.pop()
    else {
      const attributes = Object.fromEntries(
        [...facts.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [key, unescapeXml(value)]),
      )
      const element: XmlElement = { name: plain(name), attributes, children: [], text: '' }
      parent.children.push(element)
      if (!empty) open.push(element)
    }
  }
  const [top] = root.children
  if (!top || open.length !== 1) throw new Error('XML is not closed')
  return top
}

/** Returns all elements at a path of names below an element, such as 'TaxTotal/TaxSubtotal'. */
export function elementsAt(element: XmlElement, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce((found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)), [element])
}

/** Returns the text of the first element at a path; '' where there is none. */
export const textAt = (element: XmlElement, path: string): string => elementsAt(element, path)[0]?.text ?? ''

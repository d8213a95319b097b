import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath'
import { type Document, type Element, type Node, parseXmlDocument } from 'slimdom'
import type { E_INVOICE_SYNTAXES } from '#domain/e-invoice.ts'

/*
 * Validates e-invoices by the Schematron rules of EN 16931 in `en16931/`. `node-schematron` would search the whole file again for each of
 * its elements.
 */

type Syntax = (typeof E_INVOICE_SYNTAXES)[number]

interface Rule {
  context: string
  asserts: readonly { id: string; test: string; message: string }[]
}

/** Rules of a syntax: of each pattern the first rule that meets a node checks it. */
interface Rules {
  patterns: readonly (readonly Rule[])[]
  namespaceOf: (prefix: string) => string | null
}

const SCHEMATRON = 'http://purl.oclc.org/dsdl/schematron'
const loaded = new Map<Syntax, Rules>()

const attribute = (element: Element, name: string) => element.getAttribute(name) ?? ''
const childrenOf = (element: Document | Element, name: string): Element[] =>
  evaluateXPathToNodes(`.//s:${name}`, element, null, {}, { namespaceResolver: () => SCHEMATRON })

/** Returns a pattern of the rules, which is met anywhere, as a path that finds what it meets. */
const pathOf = (context: string) =>
  context
    .split(' | ')
    .map((one) => one.trim())
    .map((one) => (one.startsWith('/') ? one : `//${one}`))
    .join(' | ')

function rulesOf(syntax: Syntax): Rules {
  const known = loaded.get(syntax)
  if (known) return known
  const schema = parseXmlDocument(readFileSync(join(import.meta.dirname, 'en16931', `${syntax}.sch`), 'utf8'))
  const namespaces = new Map(childrenOf(schema, 'ns').map((element) => [attribute(element, 'prefix'), attribute(element, 'uri')]))
  const rules: Rules = {
    patterns: childrenOf(schema, 'pattern').map((pattern) =>
      childrenOf(pattern, 'rule').map((rule) => ({
        context: pathOf(attribute(rule, 'context')),
        asserts: childrenOf(rule, 'assert')
          .filter((assert) => attribute(assert, 'flag') === 'fatal')
          .map((assert) => ({ id: attribute(assert, 'id'), test: attribute(assert, 'test'), message: (assert.textContent ?? '').trim() })),
      })),
    ),
    namespaceOf: (prefix) => namespaces.get(prefix) ?? null,
  }
  loaded.set(syntax, rules)
  return rules
}

/** Returns the broken rules of a file by their ids. */
function brokenRules(xml: string, syntax: Syntax): Map<string, string> {
  const { patterns, namespaceOf } = rulesOf(syntax)
  const options = { namespaceResolver: namespaceOf }
  const document = parseXmlDocument(xml)
  const broken = new Map<string, string>()
  for (const rules of patterns) {
    const checked = new Set<Node>()
    for (const { context, asserts } of rules) {
      const met = evaluateXPathToNodes<Node>(context, document, null, {}, options).filter((node) => !checked.has(node))
      for (const node of met) {
        checked.add(node)
        for (const { id, test, message } of asserts) if (!evaluateXPathToBoolean(test, node, null, {}, options)) broken.set(id, message)
      }
    }
  }
  return broken
}

/** Rules that add amounts up. */
const ADDING = /^BR-(CO-1[0-6]|[A-Z]+-0?8)$/

/** A file with its amounts in cents. */
const inCents = (xml: string) =>
  xml.replace(/(Amount\b[^>]*>)(-?\d+(?:\.\d+)?)</g, (_, tag: string, amount: string) => `${tag}${Math.round(Number(amount) * 100)}<`)

/**
 * Returns the fatal rules of the standard that an e-invoice breaks, as their messages. Rules that add amounts up are judged in cents,
 * because the decimals of this evaluator are binary fractions.
 */
export function brokenBy(xml: string): string[] {
  const syntax: Syntax = xml.includes('CrossIndustryInvoice') ? 'cii' : 'ubl'
  const broken = brokenRules(xml, syntax)
  if ([...broken.keys()].some((id) => ADDING.test(id))) {
    const exact = brokenRules(inCents(xml), syntax)
    for (const id of broken.keys()) if (ADDING.test(id) && !exact.has(id)) broken.delete(id)
  }
  return [...broken.values()]
}

import { readFile } from 'node:fs/promises'
import { reactRouter } from '@react-router/dev/vite'
import { minify } from '@swc/core'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Plugin } from 'vite'
import { withoutUnusedCode } from './scripts/unused-library-code.ts'

/** A module as the bundler knows it. */
interface Graph {
  getModuleInfo: (id: string) => { importers: readonly string[]; isEntry: boolean } | null
}

/** Need for a module: whether every page has it, and how many screens of visitors, buyers, customers and the back office do. */
interface Need {
  everywhere: boolean
  shopper: number
  buyer: number
  home: number
  lists: number
  customer: number
  office: number
}

/** The document, and the frame of the pages of the shop. */
const EVERY_PAGE = /\/app\/([\w.]+\.tsx|screens\/shell\/(?!slim|late-|stay-))/
const SCREENS_OF = {
  shopper: /\/app\/screens\/(shop(?!\/(checkout|order-confirmation))|content)\//,
  home: /\/app\/screens\/shop\/home\.tsx/,
  lists: /\/app\/screens\/shop\/(products|materials|packaging|search)\.tsx/,
  buyer: /\/app\/screens\/shop\/(checkout|order-confirmation)/,
  customer: /\/app\/screens\/(account|sign-in)\//,
  office: /\/app\/screens\/(admin|super-admin|business)\//,
}
/**
 * From this many screens on, a part travels with the others of its audience: every file costs a round trip, every part a page does not need
 * costs bytes.
 */
const SHARED_BY = { shopper: 6, office: 10, both: 6 }

/** The cache of reads, with its library: pages of visitors load it with their first read. */
const QUERIES = /\/node_modules\/@tanstack\/(react-query|query-core)\/|\/app\/lib\/query-client\.ts/
const LIBRARY = /\/node_modules\/|\/app\/lib\/hydrate-root\.ts/
const OURS = /\/(app|domain|contract|content)\/.*\.tsx?(\?|$)/
/** Fields, and what only pages with forms and lists have: most first views are without. */
const FIELDS = /\/app\/(ui\/(field|form-problem)\.tsx|lib\/field-errors\.ts)/
/** Parts of lists; what the page of packaging shares with that of materials is no other list's. */
const LIST = /\/(app(?!\/screens\/shop\/materials)|domain|contract|content)\/.*\.tsx?(\?|$)/
/** What every page loads once it is there; the foot shares its words with pages, and stays by itself. */
const LATE =
  /\/app\/(screens\/shell\/(late-(?!footer)|account-links|stay-offline)|ui\/(combobox-dialog|toast-card|use-listbox)\.|lib\/use-disclosure|features\/(kit\/(session\/sign-out|dashboard-links)|identity\/sign-in\/(account|step-up)-gate)\.)/
const PAGING = /\/app\/(ui\/(choice-nav|page-numbers|pagination|search-box)\.tsx?|lib\/form-text\.ts)/
const FORMS = /\/app\/features\/kit\/forms\//
/** Merges edits of two people: only screens with forms of stored records need it. */
const RECORDS =
  /\/app\/features\/kit\/forms\/(use-record-form|use-state-form|use-unsaved-draft|use-conflict|conflict-notice|merge-edits|field-words)\.tsx?/
/** Pages of buyers and customers have them without a stored record. */
const DIALOGS = /\/app\/(ui\/dialog|features\/kit\/forms\/use-unsaved-guard)\.tsx/
const NOT_FORMS =
  /\/(app(?!\/features\/kit\/forms\/|\/ui\/(field|form-problem|choice-nav|page-numbers|pagination|search-box)\.|\/lib\/form-text|\/lib\/field-errors)|domain|contract|content)\/.*\.tsx?(\?|$)/
const PLACES = /\/domain\/(customer|postal-code|states|territories|tax-territory)\.ts/
/** What the shop says of a product's facts: the product page needs it, cart and checkout don't. */
const FACTS = /\/(domain\/product-fields|app\/features\/catalog\/products\/trade-facts)\.ts/
const GRID = /\/app\/features\/kit\/grid\//
const NOT_GRID = /\/(app(?!\/features\/kit\/grid\/)|domain|contract|content)\/.*\.tsx?(\?|$)/

const needs = new Map<string, Need>()

/** Counts the screens that import a module, directly or through others. */
function needOf(id: string, graph: Graph): Need {
  const known = needs.get(id)
  if (known) return known
  const found = new Set([id])
  for (const module of found) for (const importer of graph.getModuleInfo(module)?.importers ?? []) found.add(importer)
  const screens = [...found].filter((module) => graph.getModuleInfo(module)?.isEntry)
  const count = (folders: RegExp) => screens.filter((screen) => folders.test(screen)).length
  const need = {
    everywhere: [...found].some((module) => EVERY_PAGE.test(module)),
    shopper: count(SCREENS_OF.shopper),
    home: count(SCREENS_OF.home),
    lists: count(SCREENS_OF.lists),
    buyer: count(SCREENS_OF.buyer),
    customer: count(SCREENS_OF.customer),
    office: count(SCREENS_OF.office),
  }
  needs.set(id, need)
  return need
}

const isOfShop = ({ everywhere, home, shopper, lists }: Need) => everywhere || shopper >= SHARED_BY.shopper || (home > 0 && lists > 1)
/** Needed by some pages of visitors and by many of the back office. */
const isCommon = ({ shopper, office }: Need) => shopper > 0 && office >= SHARED_BY.both
const isOfFilters = ({ lists, shopper }: Need) => lists > 1 && shopper > lists
const isOfLists = ({ lists, shopper }: Need) => lists >= 2 && shopper === lists
const isOfBoth = ({ buyer, customer, office }: Need) => buyer + customer > 0 && office >= SHARED_BY.both
const isOfOffice = ({ office }: Need) => office >= SHARED_BY.office

/** Makes the file `name` of the modules of these folders that its audience needs. */
function groupOf(name: string, test: RegExp, isNeeded: (need: Need) => boolean = () => true) {
  return { name: (id: string, graph: Graph) => (isNeeded(needOf(id, graph)) ? name : null), test }
}

/** Files by audience and folder, the first that fits; what fits none stays with the screens that show it (docs/decisions/011). */
const FILES = [
  groupOf('library', LIBRARY, isOfShop),
  groupOf('shop', NOT_FORMS, isOfShop),
  groupOf('fields', FIELDS), // after the shop's, which they would take along
  groupOf('paging', PAGING),
  groupOf('late', LATE),
  groupOf('queries', QUERIES),
  groupOf('filters', OURS, isOfFilters),
  groupOf('lists', LIST, isOfLists),
  groupOf('forms', FORMS, isCommon),
  groupOf('shared', DIALOGS), // before the records, which take along what they import
  groupOf('record-form', /\/app\/features\/kit\/forms\/record-form\.tsx/),
  groupOf('records', RECORDS),
  groupOf('places', PLACES, isCommon), // lists of states, postal codes and territories, for those who ask for an address
  groupOf('facts', FACTS),
  groupOf('common', OURS, isCommon),
  groupOf('shared', OURS, isOfBoth),
  groupOf('office', NOT_GRID, isOfOffice), // before the grid, which takes along what it imports
  groupOf('grid', GRID),
]

/** Minifies the browser's script once more, where the bundler's own minifier leaves 1.2% on the way to a phone, and `boot.js`. */
function smaller(): Plugin {
  return {
    name: 'smaller',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk') file.code = (await minify(file.code, { module: true, compress: { passes: 2 }, mangle: true })).code
        }
        const boot = await minify(await readFile('public/boot.js', 'utf8'), { compress: { passes: 2 }, mangle: true })
        this.emitFile({ type: 'asset', fileName: 'boot.js', source: boot.code })
      },
    },
  }
}

export default defineConfig({
  plugins: [tailwindcss(), reactRouter(), withoutUnusedCode(), smaller()],
  build: { target: 'es2022', assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: FILES.map((group, place) => ({ ...group, priority: FILES.length - place })) } },
        },
      },
    },
  },
})
